//! Figures and marks of surveys: how much was answered, who is close to whom, how sensitive ratings spread.

super::figures! {
    PEOPLE "people":
        "Everybody who rated something; each is one record.",
        "300 people who filled in a questionnaire.",
        "Counted in the file as it was read.",
        "respondents";
    ISSUES "issues":
        "What people rated and others may know; by these people are compared.",
        "40 questions of a survey, or the films of a list.",
        "Thesis, chapter 6.",
        "items";
    SENSITIVE_ISSUES "sensitive issues":
        "What people rated and nobody is to learn. They are not compared; a spread (l) may be asked of them.",
        "\u{201c}Have you ever taken drugs?\u{201d} is one.",
        "Thesis, chapter 7.",
        "confidential variables";
    RATINGS "ratings":
        "How many ratings there are, one for each person and issue that the person rated.",
        "300 people who rated 10 issues each make 3,000.",
        "Counted in the file as it was read.",
        "observations";
    ANSWERED "answered":
        "The share of all cells, people by issues, that hold a rating. Few answers are the hard case: people rated different \
         issues, and then nobody is close.",
        "3,000 ratings of 300 people on 40 issues are 25 %.",
        "Counted in the file as it was read.",
        "response rate";
    SCALE "scale":
        "The least and the greatest rating that may be given.",
        "1 to 5.",
        "Found in the ratings, or said on the page where the file was opened.",
        "rating scale";
    SATISFIES "satisfies":
        "The person keeps all that is promised: enough others are close and, where it is asked for, their sensitive ratings spread.",
        "With k = 3 at least two others are close.",
        "Thesis, chapters 6 and 7.",
        "";
    VIOLATES "violates":
        "Too few others are close, or the sensitive ratings of those who are spread too little.",
        "With k = 3 only one other is close.",
        "Thesis, chapters 6 and 7.",
        "unsafe record";
    PEOPLE_LEFT_OUT "people left out":
        "People whom the release would lack, and their share of all.",
        "3 of 300, which is 1 %.",
        "Thesis, chapter 6.",
        "record suppression";
    LINE "close":
        "A line joins two people who rated the same issues, no rating being further apart than \u{3b5}.",
        "With \u{3b5} = 1 the ratings 2, 5 and 3, 4 are joined.",
        "Thesis, chapter 6.",
        "edge of the graph of neighbours";
    MADE_CLOSE "made close":
        "A line that is there only in the release: the method changed ratings so that these two are close.",
        "A rating of 5 that became 4 joins two people at \u{3b5} = 1.",
        "Thesis, chapter 6.",
        "";
    COMPONENT "components":
        "A component is all people who are joined by lines, directly or by way of others. Methods work inside of them; one with \
         fewer than k people cannot hold as it is.",
        "A close to B and B close to C make one component, though A and C may be far apart.",
        "Thesis, chapter 6.",
        "connected component";
    CLIQUE "cliques":
        "In a clique everybody is close to everybody. One of at least k people is safe as it is.",
        "Four people each of whom is close to the other three.",
        "Thesis, chapter 6.",
        "complete subgraph";
    BANDS "bands, bars and marks":
        "The tinted band is what lies within \u{3b5} of the person\u{2019}s rating, which the triangle marks; bars count those who \
         rated the same issues. A frame is where all concerned could meet, and an arrow what would help.",
        "With \u{3b5} = 1 the band around a rating of 4 reaches from 3 to 5.",
        "Thesis, chapter 6.",
        "neighbourhood";
    KEEPS_AWAY "keeps away":
        "How many people who rated the same issues are further than \u{3b5} away on this one. An issue that keeps many away is where \
         a change helps most.",
        "12 of 40 people rated the film 1 or 2, and the person rated it 5.",
        "Thesis, chapter 6.",
        "";
    INSIDE "inside":
        "Others who are close: within \u{3b5} on every issue. With the person they must be at least k.",
        "With k = 3 two others inside are enough.",
        "Thesis, chapter 6.",
        "neighbours";
    NEARLY_INSIDE "nearly inside":
        "Others whom a single issue keeps away: one change of that rating would make them close.",
        "Equal in all issues but one, and 2 points of the scale apart there.",
        "Thesis, chapter 6.",
        "";
    SPREAD "spread":
        "The standard deviation of a sensitive issue among those inside, the person included. At 0 all gave the same rating, \
         which is then known of everybody.",
        "The ratings 1, 3 and 5 spread by 1.63.",
        "Thesis, chapter 7.",
        "conditional standard deviation";
}
