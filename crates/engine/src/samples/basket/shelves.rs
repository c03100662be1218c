//! The shop of the `basket` sample: departments, groups and items.

pub struct Group {
    pub name: &'static str,
    pub department: &'static str,
    /// How often something is taken from it.
    pub weight: u32,
    /// The group whose things go well with these.
    pub goes_with: &'static str,
    /// The most popular first.
    pub items: [&'static str; 6],
}

const fn group(
    department: &'static str,
    name: &'static str,
    weight: u32,
    goes_with: &'static str,
    items: [&'static str; 6],
) -> Group {
    Group {
        name,
        department,
        weight,
        goes_with,
        items,
    }
}

#[rustfmt::skip]
pub static GROUPS: [Group; 50] = [
    group("bakery", "bread", 95, "spreads", ["white_bread", "wholemeal_bread", "rye_bread", "baguette", "toast", "flatbread"]),
    group("bakery", "rolls", 60, "cold_cuts", ["bread_rolls", "croissants", "bagels", "pretzels", "burger_buns", "muffins"]),
    group("bakery", "cakes", 28, "coffee", ["apple_pie", "cheesecake", "brownies", "sponge_cake", "doughnuts", "fruit_tart"]),
    group("bakery", "biscuits", 34, "tea", ["shortbread", "oat_biscuits", "crackers", "wafers", "gingerbread", "rice_cakes"]),
    group("bakery", "baking_goods", 26, "eggs", ["flour", "sugar", "baking_powder", "yeast", "vanilla_sugar", "cocoa_powder"]),
    group("dairy", "milk", 100, "cereals", ["whole_milk", "skimmed_milk", "oat_drink", "soy_drink", "buttermilk", "lactose_free_milk"]),
    group("dairy", "yoghurt", 62, "fruit", ["plain_yoghurt", "fruit_yoghurt", "greek_yoghurt", "skyr", "drinking_yoghurt", "soy_yoghurt"]),
    group("dairy", "cheese", 70, "bread", ["gouda", "mozzarella", "cheddar", "feta", "camembert", "parmesan"]),
    group("dairy", "butter_and_cream", 56, "baking_goods", ["butter", "cream", "margarine", "sour_cream", "whipped_cream", "ghee"]),
    group("dairy", "eggs", 58, "cold_cuts", ["free_range_eggs", "barn_eggs", "organic_eggs", "boiled_eggs", "quail_eggs", "liquid_egg"]),
    group("produce", "fruit", 92, "yoghurt", ["bananas", "apples", "oranges", "grapes", "pears", "kiwis"]),
    group("produce", "berries", 30, "yoghurt", ["strawberries", "blueberries", "raspberries", "blackberries", "cherries", "redcurrants"]),
    group("produce", "vegetables", 90, "poultry", ["tomatoes", "carrots", "onions", "peppers", "cucumbers", "courgettes"]),
    group("produce", "salads", 44, "oils", ["lettuce", "rocket", "spinach", "coleslaw", "radishes", "lambs_lettuce"]),
    group("produce", "potatoes_and_roots", 46, "beef_and_pork", ["potatoes", "sweet_potatoes", "beetroot", "celeriac", "parsnips", "ginger"]),
    group("meat_and_fish", "poultry", 40, "rice_and_grains", ["chicken_breast", "whole_chicken", "turkey_breast", "chicken_wings", "duck", "goose"]),
    group("meat_and_fish", "beef_and_pork", 46, "potatoes_and_roots", ["minced_beef", "pork_chops", "beef_steak", "bacon", "roast_beef", "spare_ribs"]),
    group("meat_and_fish", "cold_cuts", 50, "rolls", ["ham", "salami", "liver_sausage", "turkey_slices", "chorizo", "pastrami"]),
    group("meat_and_fish", "fish", 24, "salads", ["salmon", "tuna_steak", "cod", "trout", "herring", "mackerel"]),
    group("meat_and_fish", "meat_free", 16, "rice_and_grains", ["tofu", "veggie_burgers", "tempeh", "falafel", "seitan", "lentil_patties"]),
    group("pantry", "pasta", 54, "sauces", ["spaghetti", "penne", "fusilli", "lasagne_sheets", "tortellini", "gnocchi"]),
    group("pantry", "sauces", 46, "pasta", ["tomato_sauce", "ketchup", "pesto", "mayonnaise", "mustard", "soy_sauce"]),
    group("pantry", "rice_and_grains", 34, "vegetables", ["rice", "couscous", "quinoa", "bulgur", "polenta", "barley"]),
    group("pantry", "tins", 36, "pasta", ["tinned_tomatoes", "chickpeas", "kidney_beans", "sweetcorn", "tinned_tuna", "peach_halves"]),
    group("pantry", "cereals", 38, "milk", ["muesli", "cornflakes", "porridge_oats", "granola", "puffed_rice", "wheat_bran"]),
    group("pantry", "spreads", 40, "bread", ["strawberry_jam", "honey", "chocolate_spread", "peanut_butter", "marmalade", "tahini"]),
    group("pantry", "oils", 26, "salads", ["olive_oil", "sunflower_oil", "vinegar", "rapeseed_oil", "sesame_oil", "coconut_oil"]),
    group("snacks", "crisps_and_nuts", 48, "soft_drinks", ["potato_crisps", "peanuts", "tortilla_chips", "cashews", "almonds", "popcorn"]),
    group("snacks", "chocolate", 52, "sweets", ["milk_chocolate", "dark_chocolate", "chocolate_bar", "pralines", "white_chocolate", "nougat"]),
    group("snacks", "sweets", 34, "chocolate", ["fruit_gums", "liquorice", "mints", "chewing_gum", "lollipops", "marshmallows"]),
    group("snacks", "ice_cream", 26, "frozen_food", ["vanilla_ice_cream", "chocolate_ice_cream", "ice_lollies", "sorbet", "ice_cream_cones", "frozen_yoghurt"]),
    group("snacks", "frozen_food", 44, "ice_cream", ["frozen_pizza", "frozen_peas", "fish_fingers", "chips", "frozen_berries", "spring_rolls"]),
    group("drinks", "water", 66, "soft_drinks", ["still_water", "sparkling_water", "flavoured_water", "tonic_water", "mineral_water", "coconut_water"]),
    group("drinks", "soft_drinks", 58, "crisps_and_nuts", ["cola", "orange_juice", "lemonade", "apple_juice", "iced_tea", "energy_drink"]),
    group("drinks", "coffee", 42, "cakes", ["ground_coffee", "coffee_beans", "coffee_pods", "instant_coffee", "decaf_coffee", "espresso"]),
    group("drinks", "tea", 24, "biscuits", ["black_tea", "peppermint_tea", "green_tea", "fruit_tea", "camomile_tea", "fennel_tea"]),
    group("drinks", "beer", 36, "crisps_and_nuts", ["lager", "wheat_beer", "pale_ale", "alcohol_free_beer", "stout", "cider"]),
    group("drinks", "wine_and_spirits", 28, "cheese", ["red_wine", "white_wine", "sparkling_wine", "gin", "whisky", "vodka"]),
    group("household", "cleaning", 28, "paper_goods", ["washing_up_liquid", "all_purpose_cleaner", "glass_cleaner", "descaler", "sponges", "bleach"]),
    group("household", "laundry", 20, "cleaning", ["washing_powder", "fabric_softener", "stain_remover", "colour_catcher", "wool_detergent", "clothes_pegs"]),
    group("household", "paper_goods", 40, "cleaning", ["toilet_paper", "kitchen_roll", "tissues", "paper_napkins", "bin_bags", "baking_paper"]),
    group("household", "cat_food", 18, "dog_food", ["cat_pouches", "dry_cat_food", "cat_litter", "cat_treats", "kitten_food", "cat_milk"]),
    group("household", "dog_food", 16, "cat_food", ["dry_dog_food", "dog_tins", "dog_treats", "dog_chews", "puppy_food", "bird_seed"]),
    group("personal_care", "bath_and_shower", 26, "hair_care", ["shower_gel", "hand_soap", "deodorant", "bath_salts", "body_lotion", "sun_cream"]),
    group("personal_care", "hair_care", 18, "bath_and_shower", ["shampoo", "conditioner", "hair_spray", "hair_dye", "hair_gel", "lice_shampoo"]),
    group("personal_care", "mouth_and_shave", 22, "bath_and_shower", ["toothpaste", "toothbrush", "razor_blades", "shaving_foam", "mouthwash", "dental_floss"]),
    group("personal_care", "baby_care", 16, "vitamins", ["nappies", "baby_wipes", "baby_food_jars", "infant_formula", "baby_shampoo", "teething_ring"]),
    group("health", "vitamins", 14, "remedies", ["vitamin_c", "magnesium_tablets", "multivitamins", "folic_acid", "vitamin_d", "iron_tablets"]),
    group("health", "remedies", 16, "tea", ["painkillers", "cough_syrup", "throat_lozenges", "plasters", "nicotine_gum", "sleeping_tablets"]),
    group("health", "intimate_care", 15, "vitamins", ["tampons", "condoms", "panty_liners", "pregnancy_test", "incontinence_pads", "intimate_wash"]),
];
