//! A project as ARX writes them.

use super::*;
use std::io::Write;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

const DEFINED: &str = "<definition>\n\
    \t<assigment>\n\t\t<name>name</name>\n\t\t<type>IDENTIFYING_ATTRIBUTE</type>\n\t\t<datatype>String</datatype>\n\t</assigment>\n\
    \t<assigment>\n\t\t<name>age</name>\n\t\t<type>QUASI_IDENTIFYING_ATTRIBUTE</type>\n\t\t<datatype>Integer</datatype>\n\
    \t\t<ref>hierarchies/age.csv</ref>\n\t\t<min>All</min>\n\t\t<max>1</max>\n\t</assigment>\n\
    \t<assigment>\n\t\t<name>illness &amp; more</name>\n\t\t<type>SENSITIVE_ATTRIBUTE</type>\n\t\t<datatype>String</datatype>\n\
    \t\t<responseVariable>true</responseVariable>\n\t</assigment>\n\
    </definition>\n";

const CONFIGURED: &str = "<config>\n\
    \t<relativeMaxOutliers>0.02</relativeMaxOutliers>\n\t<metric>Loss</metric>\n\
    \t<practicalMonotonicity>false</practicalMonotonicity>\n\
    \t<attributeWeights>\n\t\t<attributeWeight><attribute>age</attribute><weight>0.5</weight></attributeWeight>\n\
    \t</attributeWeights>\n\
    \t<criteria>\n\t\t<criterion>2-anonymity</criterion>\n\
    \t\t<criterion>recursive-(3.0,2)-diversity for attribute &apos;illness &amp; more&apos;</criterion>\n\
    \t\t<criterion>0.1-average-reidentification-risk</criterion>\n\t</criteria>\n</config>\n";

const PEOPLE: &str = "name|age|illness & more\nAnn|31|flu\nBob|32|\"a|b\"\nCid|47|flu\nDee|48|\n";

const AGES: &str = "31|30-39|*\n32|30-39|*\n47|40-49|*\n48|40-49|*\n";

pub fn project(parts: &[(&str, &str)]) -> Vec<u8> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in parts {
        archive
            .start_file(*name, SimpleFileOptions::default())
            .unwrap();
        archive.write_all(text.as_bytes()).unwrap();
    }
    archive.finish().unwrap().into_inner()
}

pub const PARTS: [(&str, &str); 6] = [
    (
        METADATA,
        "<metadata>\n\t<version>3.9.1</version>\n\t<vocabulary>2.0</vocabulary>\n</metadata>\n",
    ),
    (
        PROJECT,
        "<project>\n\t<name>p</name>\n\t<separator>|</separator>\n</project>\n",
    ),
    (TABLE, PEOPLE),
    (CONFIGURATION, CONFIGURED),
    (DEFINITION, DEFINED),
    ("input/hierarchies/age.csv", AGES),
];

fn told(bytes: &[u8]) -> Result<ArxProject, String> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("p.deid");
    std::fs::write(&path, bytes).unwrap();
    read_project(&path, &Progress::default()).map_err(|failure| failure.to_string())
}

#[test]
fn what_was_decided_is_read() {
    let read = told(&project(&PARTS)).unwrap();
    assert_eq!((read.version.as_str(), read.has_result), ("3.9.1", false));
    assert_eq!(read.suppression, Some(0.02));
    assert_eq!(read.models.len(), 3);
    assert_eq!(read.others, ["practicalMonotonicity"]);
    assert_eq!(
        read.models[1],
        "recursive-(3.0,2)-diversity for attribute 'illness & more'"
    );
    let names: Vec<&str> = read
        .columns
        .iter()
        .map(|column| column.name.as_str())
        .collect();
    assert_eq!(names, ["name", "age", "illness & more"]);
    let age = &read.columns[1];
    assert_eq!((age.role, age.levels), (Some(Role::Quasi), (None, Some(1))));
    assert_eq!(age.hierarchy[2], ["47", "40-49", "*"]);
    assert!(read.columns[2].is_response && read.columns[2].hierarchy.is_empty());
}

#[test]
fn its_table_is_a_table() {
    let bytes = project(&PARTS);
    assert!(begins(&bytes));
    let read = read_deid(
        Path::new("p.deid"),
        bytes,
        LoadOptions::default(),
        &Progress::default(),
    );
    let table = read.unwrap().table;
    assert_eq!(table.rows(), 4);
    assert_eq!(table.columns()[2].text(1), "a|b");
    assert!(table.columns()[2].is_null(3));
}

#[test]
fn what_is_no_project_is_told() {
    let refused = |bytes: &[u8]| told(bytes).unwrap_err();
    assert!(refused(b"a,b\n1,2\n").contains("no project of ARX"));
    let whole = project(&PARTS);
    assert!(refused(&whole[..whole.len() / 2]).contains("damaged or cut off"));
    assert!(refused(&project(&PARTS[..4])).contains("describes no table"));
    let broken = [PARTS[0], (DEFINITION, "<definition><assigment>")];
    assert!(refused(&project(&broken)).contains("input/definition.xml"));
    let read = read_deid(
        Path::new("p.deid"),
        project(&PARTS[..1]),
        LoadOptions::default(),
        &Progress::default(),
    );
    let told = read.unwrap_err().to_string();
    assert!(told.contains("has no data"), "{told}");
}
