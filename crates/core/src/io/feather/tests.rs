use super::*;
use crate::problem::Failure;
use polars::prelude::*;
use polars_io::SerWriter;
use polars_io::ipc::{IpcCompression, IpcWriter};

fn written(frame: &mut DataFrame, packed: Option<IpcCompression>) -> Vec<u8> {
    let mut bytes = Vec::new();
    let writer = IpcWriter::new(&mut bytes);
    writer.with_compression(packed).finish(frame).unwrap();
    bytes
}

fn read(bytes: &[u8]) -> Result<PlacedTable<'static>, Failure> {
    let path = Path::new("d.feather");
    read_feather(
        path,
        bytes.to_vec(),
        LoadOptions::default(),
        &Progress::default(),
    )
}

fn frame() -> DataFrame {
    let dates = Series::new("born".into(), [Some(0i32), Some(11_016), None]);
    let dates = dates.cast(&DataType::Date).unwrap();
    let moments = Series::new("seen".into(), [86_400_000i64, 0, 86_400_001]);
    let moments = moments.into_datetime(TimeUnit::Milliseconds, None);
    let columns = vec![
        Series::new("age".into(), [Some(34i64), None, Some(-5)]).into_column(),
        Series::new("pay".into(), [1.5f64, f64::NAN, 2000.0]).into_column(),
        Series::new("zip".into(), [Some("01067"), Some("tall & <old>"), None]).into_column(),
        Series::new("ok".into(), [Some(true), Some(false), None]).into_column(),
        dates.with_name("born".into()).into_column(),
        moments.with_name("seen".into()).into_column(),
    ];
    DataFrame::new(3, columns).unwrap()
}

#[test]
fn typed_columns_are_the_texts_that_people_write() {
    for packed in [
        None,
        Some(IpcCompression::LZ4),
        Some(IpcCompression::ZSTD(Default::default())),
    ] {
        let placed = read(&written(&mut frame(), packed)).unwrap();
        let texts = |name: &str| {
            let column = placed.table.column(name).unwrap();
            (0..3)
                .map(|row| column.text(row).to_owned())
                .collect::<Vec<_>>()
        };
        assert_eq!(texts("age"), ["34", "", "-5"]);
        assert_eq!(texts("pay"), ["1.5", "", "2000"]);
        assert_eq!(texts("zip"), ["01067", "tall & <old>", ""]);
        assert_eq!(texts("ok"), ["true", "false", ""]);
        assert_eq!(texts("born"), ["1970-01-01", "2000-02-29", ""]);
        assert_eq!(texts("seen")[2], "1970-01-02 00:00:00.001");
        assert_eq!(placed.notes.len(), 1, "{:?}", placed.notes);
    }
}

#[test]
fn what_is_no_whole_file_is_told() {
    let bytes = written(&mut frame(), None);
    let told = |bytes: &[u8]| read(bytes).unwrap_err().to_string();
    assert!(told(&bytes[..bytes.len() - 3]).contains("not a whole Arrow file"));
    assert!(told(b"FEA1....").contains("version 1"));
    let mut cut = bytes[..40].to_vec();
    cut.extend_from_slice(&bytes[bytes.len() - 400..]);
    assert!(told(&cut).contains("damaged"), "{}", told(&cut));
    let lists = Series::new("l".into(), [Series::new("".into(), [1i32, 2])]);
    let mut frame = DataFrame::new(1, vec![lists.into_column()]).unwrap();
    assert!(told(&written(&mut frame, None)).contains("which is not read"));
}

#[test]
fn what_a_buffer_claims_to_unpack_to_is_not_believed() {
    let words: Vec<String> = (0..4000).map(|n| format!("word {}", n % 7)).collect();
    let column = Series::new("w".into(), words).into_column();
    let mut frame = DataFrame::new(4000, vec![column]).unwrap();
    let bytes = written(&mut frame, Some(IpcCompression::LZ4));
    assert!(read(&bytes).is_ok());
    // A packed buffer begins with the number of bytes that it unpacks to, and LZ4 with a mark of its own.
    let mark = [0x04, 0x22, 0x4d, 0x18];
    let places = memchr::memmem::find_iter(&bytes, &mark);
    let mut found = 0;
    for place in places.filter(|place| *place >= 8) {
        let mut large = bytes.clone();
        large[place - 8..place].copy_from_slice(&(1i64 << 45).to_le_bytes());
        assert!(read(&large).is_err());
        found += 1;
    }
    assert!(found > 0);
}
