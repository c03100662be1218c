//! Figures and marks of baskets: how much there is, what a cut costs, how a search went.

super::figures! {
    BASKETS "baskets":
        "How many baskets there are; each is one record.",
        "600 visits to a shop.",
        "Counted in the file as it was read.",
        "set-valued records";
    ITEMS "items":
        "How many different items occur; of a node, how many lie under it.",
        "Milk, bread and razor blades are three.",
        "Counted in the file as it was read.",
        "categories";
    OCCURRENCES "occurrences":
        "How often items occur, each counted once in a basket; of a node, those of all items under it, with their share.",
        "Three baskets with milk and bread are six.",
        "Counted in the file as it was read.",
        "item incidences";
    LONGEST "longest basket":
        "Items of the basket that holds most. The longer it is, the more combinations somebody may know of it.",
        "24 items.",
        "Counted in the file as it was read.",
        "largest record";
    COST "cost in occurrences":
        "The loss as a number of occurrences, as the paper counts it: what generalizing and what suppressing take together.",
        "5.6 means as much as if five or six occurrences were gone altogether.",
        "Liu and Wang, section 3.",
        "";
    AS_THEY_ARE "items as they are":
        "Items on the cut: they are shown as themselves.",
        "Bread is shown as bread.",
        "The paper on generalization with suppression.",
        "unrecoded categories";
    GROUPS "groups":
        "Nodes of the cut that stand for several items, and how many they stand for.",
        "Dairy products for milk, cheese and butter: one group for 3 items.",
        "The paper on generalization with suppression.",
        "recoded categories";
    SUPPRESSED "items suppressed":
        "Items that are not shown at all, neither as themselves nor in a group.",
        "Razor blades, if they make too many baskets rare.",
        "The paper on generalization with suppression.",
        "local suppression";
    GENERALIZING "generalizing to it costs":
        "What is lost if every item under the node is shown as the node: in occurrences, and as a share of all.",
        "An occurrence in a group of 3 of 21 items loses 2 / 20, which is 10 %.",
        "Liu and Wang, section 3.",
        "";
    SUPPRESSING "suppressing it":
        "What is lost beyond that if the node is not shown either: in occurrences, and as a share of all.",
        "Of an occurrence that loses 10 % in its group the other 90 %.",
        "Liu and Wang, section 3.",
        "";
    SHOWN_AS "shown as this":
        "Occurrences that the last run shows as this node.",
        "120 occurrences of milk and cheese are shown as dairy products.",
        "Counted in what the last run made.",
        "";
    GONE "suppressed":
        "Occurrences under the node that the last run does not show at all.",
        "4 of 120.",
        "Counted in what the last run made.",
        "local suppression";
    EXACT "as it is":
        "The item is shown as itself.",
        "Milk stays milk.",
        "The paper on generalization with suppression.",
        "";
    GENERAL "more general":
        "The item is shown as a group that stands for it and others.",
        "Milk becomes a dairy product.",
        "The paper on generalization with suppression.",
        "global recoding";
    CUT "the cut":
        "The line through the taxonomy: what lies on it is shown, and stands for all below.",
        "Dairy products on the line stand for milk, cheese and butter.",
        "The paper on generalization with suppression.",
        "";
    RARE "rare":
        "It occurs in fewer baskets than k, by itself or together with others: who knows it finds the basket.",
        "With k = 5 an item that only two people bought.",
        "Terrovitis, Mamoulis and Kalnis 2008.",
        "unsafe combination";
    IN_BASKET "in the selected basket":
        "The item is in the basket that is selected in the table or in a list.",
        "Basket 12 holds milk and bread.",
        "What is selected in one view is selected in all.",
        "";
    IN_SET "in the selected rare set":
        "The item belongs to the rare set that is selected under Threats.",
        "Razor blades and baby food.",
        "What is selected in one view is selected in all.",
        "";
    SEARCH_COST "cost":
        "What the cut costs altogether: the search goes to the child where it is least. In occurrences, and as a share of all.",
        "5.6 of 24 occurrences, which is 23 %.",
        "Liu and Wang, section 3.",
        "";
    GENERALIZATION "generalization":
        "The part of the cost that comes of showing items as groups.",
        "2 of 5.6.",
        "Liu and Wang, section 3.",
        "global recoding";
    SUPPRESSION "suppression":
        "The part of the cost that comes of not showing nodes which make rare sets with others.",
        "3.6 of 5.6.",
        "Liu and Wang, section 3.",
        "local suppression";
    NODES "nodes on the cut":
        "How many nodes stand for all items: 1 at the root, as many as there are items at the end.",
        "Dairy products, bread and drinks are 3.",
        "Liu and Wang, section 4.",
        "number of categories after recoding";
}
