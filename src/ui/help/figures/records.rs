//! Figures of columns, classes and the lattice, and of what was written.

super::figures! {
    COLUMN "column":
        "What stands above the column in the file, or what the preparation named it.",
        "age, or column25 where the file has no header.",
        "The first line of the file.",
        "variable";
    TYPE "type":
        "What the values were taken for, by looking at all of them. It decides how they are sorted and which hierarchies fit.",
        "Whole numbers, decimals, dates or text.",
        "Found out when the file was read; it can be said otherwise.",
        "level of measurement";
    DISTINCT "distinct values":
        "How many different values the column holds, missing ones aside. The more there are, the more people it tells apart.",
        "Sex has 2, a postal code several thousands.",
        "Counted in the table as it was read and prepared.",
        "number of categories";
    MISSING "missing":
        "Records without a value in the column.",
        "An empty cell, or a word for nothing such as NA.",
        "Counted in the table as it was read and prepared.",
        "item non-response";
    ALONE "held by one record only":
        "Values that no other record has: whoever knows such a value finds its record by this column alone.",
        "A postal code in which only one person of the file lives.",
        "Counted in the table as it was read and prepared.",
        "sample uniques of one variable";
    LOWEST "lowest":
        "The least value of the column; of dates the earliest.",
        "An age of 17.",
        "Counted in the table as it was read and prepared.",
        "minimum";
    HIGHEST "highest":
        "The greatest value of the column; of dates the latest. Few people have extreme values, so they are easily found.",
        "An age of 104.",
        "Counted in the table as it was read and prepared.",
        "maximum";
    MEAN "mean":
        "The sum of all values divided by how many there are, missing ones aside.",
        "Ages 20, 30 and 40 have the mean 30.",
        "Counted in the table as it was read and prepared.",
        "arithmetic mean";
    ROLE "role":
        "What the column is to a release: it names people and goes, others may know it, nobody is to learn it, or it stays as it is.",
        "A name is an identifier, age and postal code are quasi-identifiers, a disease is sensitive.",
        "Thesis, chapter 2.",
        "type of variable";
    HIERARCHY "hierarchy of the column":
        "What its values become step by step when a method makes them coarser.",
        "14240, then 142**, then *.",
        "Thesis, chapter 2; from a file, from a rule, or proposed.",
        "global recoding scheme";
    SUGGESTED "suggested":
        "The role that fits what the column is called and holds, and the reason. Nothing is taken over until it is accepted.",
        "\u{201c}zip\u{201d} is proposed as a quasi-identifier, because others may know it and it makes many records unique.",
        "Ranked by how likely others know the column and by how many records it makes unique.",
        "";
    RECORDS_LEFT_OUT "records left out":
        "Records that the release would lack, and their share of all.",
        "12 of 30,000, which is 0.04 %.",
        "Thesis, chapter 2, where it is called suppression.",
        "record suppression";
    CLASSES "classes":
        "Groups of records that look alike in every quasi-identifier.",
        "All women from 30 to 39 in postal code 142** are one class.",
        "Thesis, chapter 2.",
        "cells of the table of key variables";
    SMALLEST_CLASS "smallest class":
        "How many the smallest class has of those whom k counts, records or people: the largest k that holds.",
        "A smallest class of 4 keeps k = 4 and breaks k = 5.",
        "Thesis, chapter 2.",
        "minimum cell count";
    BELOW_K "records below k":
        "Records in classes of fewer than k records.",
        "With k = 5 three people of one class are three such records.",
        "Thesis, chapter 2.",
        "records in unsafe cells";
    DEGREE "degree":
        "How far values are generalized, from 0, as they are, to 1, nothing left: the levels that a column is raised, weighed, as \
         a share of its hierarchy.",
        "Age raised 1 of 4 levels, all steps alike, has a degree of 0.25.",
        "Thesis, definitions 4.4 and 4.5.",
        "degree of anonymisation";
    DEGREE_REACHED "degree reached":
        "The degree of the release; a left-out record counts 1. Levels are whole and promises may ask for more, so it is seldom \
         the degree asked for.",
        "Asked for 0.3, reached 0.34.",
        "Thesis, definitions 4.5 and 4.6.",
        "";
    TRUST "trust in the recipient":
        "How far the recipient is trusted: 0 is a stranger, 1 somebody who may see everything. A projection makes a degree of it.",
        "A trust of 0.5 asks by (1 \u{2212} trust)\u{b2} for a degree of 0.25.",
        "Thesis, section 4.5.2.",
        "";
    COMBINATIONS "combinations counted":
        "Combinations of levels whose records were counted; what is not counted follows from what is.",
        "40 of 1,200: what lies above one that holds holds too.",
        "Thesis, chapter 2.",
        "";
    TOOK "took":
        "How long the method ran, its measures included.",
        "0.4 s for 30,000 records.",
        "Measured on this machine.",
        "";
    HOLDS "holds":
        "Every class keeps every promise at these levels. Everything above a node that holds holds too, as long as promises are \
         monotone.",
        "With k = 5 every class has at least 5 records.",
        "Thesis, chapter 2.",
        "safe recoding";
    HOLDS_WITHOUT "holds with records left out":
        "Holds once the records of failing classes are left out, which are no more than may be.",
        "With k = 5 a class of 3 is left out, and 3 records are below 1 % of all.",
        "Thesis, chapter 2.",
        "local suppression of whole records";
    DOES_NOT_HOLD "does not hold":
        "At these levels some class breaks a promise, and more records would have to be left out than may be.",
        "k = 5, and a class of 3 is left.",
        "Thesis, chapter 2.",
        "unsafe recoding";
    NOT_LOOKED_AT "not known yet":
        "The lattice was computed for other promises; it is looked at again when the drag rests.",
        "After a promise on sensitive values was added.",
        "Nothing counts as safe until it is decided.",
        "";
    OPTIMUM "optimum":
        "Of all combinations of levels that hold, the one that loses least by what the method minimizes.",
        "Age at level 1 and postal code at level 2, if no other that holds loses less.",
        "Thesis, section 2.5.",
        "optimal global recoding";
    MINIMAL "minimal":
        "It holds, and no combination below it does: lowering any single column breaks a promise.",
        "If age 1, zip 2 holds and neither age 0, zip 2 nor age 1, zip 1 does.",
        "Thesis, section 2.5; Samarati 2001.",
        "k-minimal generalization";
    CHOSEN "chosen":
        "The combination that the method \u{201c}Chosen levels\u{201d} uses as the settings are.",
        "The levels that were taken over with \u{201c}Use these levels\u{201d}.",
        "The settings of the method in the panel at the right.",
        "";
    PREDICTS "predicts":
        "The column that the release should still predict. Where values are specialised is then chosen by how much they tell of \
         it for the safety they cost.",
        "Income, if an analyst wants to predict it from age and work.",
        "Fung, Wang and Yu 2005.",
        "class attribute";
    RELEASED "released":
        "How many are in the file that was written.",
        "29,988 of 30,000.",
        "Counted again in the written file.",
        "";
    LEFT_OUT "left out":
        "How many the file lacks, because they could not be made safe at a bearable cost.",
        "12 of 30,000.",
        "Counted by the method and declared in the certificate.",
        "record suppression";
    FORMULAS "cells a spreadsheet would run":
        "Cells that begin like a formula. A spreadsheet that opens the file would compute them; escaped, they are shown as text.",
        "=1+2, or a name that begins with @.",
        "Counted in the written file; the options of the release escape them.",
        "";
}
