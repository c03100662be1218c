//! Paints every widget in both themes: `cargo run --example widgets [DIR]` writes two pictures.
#![allow(clippy::print_stdout)]

use std::path::PathBuf;
use std::time::Duration;

use cloakroom::ui::help::Word;
use cloakroom::ui::picture::Camera;
use cloakroom::ui::theme::{self, MARGIN, Tokens, fonts, icons};
use cloakroom::ui::widgets::{
    Banner, BannerKind, Chip, ChipKind, EmptyState, Histogram, JobStrip, SearchBox, StageButton,
    ThresholdSlider, TopValues, VerdictCard, VerdictState, check_box, choice, icon_button, link,
    logo, marks, metric_row, primary_button, quiet_button, section, section_with, sentence, tabs,
    title,
};
use cloakroom_microdata::privacy::PrivacyModel;
use egui::{Align, CentralPanel, Frame, Layout, Panel, RichText, Theme, Ui, vec2};

fn main() -> std::io::Result<()> {
    let folder = std::env::args_os().nth(1).map(PathBuf::from);
    let folder = folder.unwrap_or_else(|| PathBuf::from("."));
    let ctx = egui::Context::default();
    theme::install(&ctx);
    for (theme, name) in [
        (Theme::Light, "widgets-light.png"),
        (Theme::Dark, "widgets-dark.png"),
    ] {
        let camera = Camera::new(vec2(1440.0, 900.0)).theme(theme);
        let path = folder.join(name);
        camera.paint(&ctx, gallery).write_png(&path)?;
        println!("{}", path.display());
    }
    Ok(())
}

fn gallery(ui: &mut Ui) {
    let tokens = Tokens::of(ui);
    let panel = |margin: i8| Frame::new().fill(tokens.panel).inner_margin(margin);
    Panel::top("top")
        .exact_size(48.0)
        .frame(panel(0))
        .show(ui, top_bar);
    Panel::bottom("bottom")
        .exact_size(34.0)
        .frame(panel(0))
        .show(ui, bottom_bar);
    Panel::left("stages")
        .exact_size(148.0)
        .resizable(false)
        .frame(panel(8))
        .show(ui, stages);
    Panel::right("parameters")
        .exact_size(316.0)
        .resizable(false)
        .frame(panel(20).inner_margin(egui::Margin::symmetric(20, 14)))
        .show(ui, parameters);
    let ground = Frame::new().fill(tokens.ground).inner_margin(20);
    CentralPanel::no_frame().frame(ground).show(ui, views);
}

fn top_bar(ui: &mut Ui) {
    let tokens = Tokens::of(ui);
    let bar = ui.max_rect();
    let middle = egui::Rect::from_center_size(bar.center(), vec2(300.0, 28.0));
    let search = SearchBox::new("Search commands, columns, records", "Ctrl K");
    ui.place(middle, search);
    ui.horizontal_centered(|ui| {
        ui.add_space(MARGIN);
        logo(ui, 20.0);
        ui.label(RichText::new("Cloakroom").font(fonts::section()));
        ui.add_space(MARGIN);
        ui.label(fonts::strong_text("hospital.csv"));
        ui.label(RichText::new("30,000 records · 12 columns · microdata").color(tokens.dim));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.add_space(MARGIN);
            icon_button(ui, icons::TO_DARK, "Dark theme");
            icon_button(ui, icons::REDO, "Redo");
            icon_button(ui, icons::UNDO, "Undo");
        });
    });
}

fn bottom_bar(ui: &mut Ui) {
    let tokens = Tokens::of(ui);
    ui.horizontal_centered(|ui| {
        ui.add_space(MARGIN);
        ui.label(icons::text(icons::SATISFIED, 16.0).color(tokens.satisfied));
        ui.label("Verified: the selected release satisfies k = 5, p = 2, α = 1.0");
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.add_space(MARGIN);
            ui.label(
                RichText::new("2 jobs")
                    .font(fonts::detail())
                    .color(tokens.dim),
            );
            ui.add_space(MARGIN);
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                ui.add_space(ui.available_width() - 390.0);
                JobStrip::new("Mondrian", Some(0.62))
                    .stage_left(Some(Duration::from_secs(3)))
                    .show(ui);
            });
        });
    });
}

fn stages(ui: &mut Ui) {
    ui.add_space(6.0);
    let undecided = "Two columns are undecided";
    for (icon, name, selected, attention) in [
        (icons::DATA, "Data", false, None),
        (icons::HIERARCHIES, "Hierarchies", false, Some(undecided)),
        (icons::REQUIREMENT, "Requirement", false, None),
        (icons::EXPLORE, "Explore", true, None),
        (icons::COMPARE, "Compare", false, None),
        (icons::RELEASE, "Release", false, None),
    ] {
        let entry = StageButton::new(icon, name).selected(selected);
        ui.add(entry.attention(attention));
    }
}

fn parameters(ui: &mut Ui) {
    let rising: Vec<f64> = (0..49).map(|k| (k as f64 / 49.0).powi(2)).collect();
    let (mut k, mut large, mut share) = (5_u32, 40_u32, 0.02_f64);
    section_with(ui, "Requirement", |ui| link(ui, "+ model"));
    ui.add(
        ThresholdSlider::new("k", "records per class", &mut k, 2..=50)
            .reached(Some(3.0))
            .violating(&rising),
    );
    ui.add(
        ThresholdSlider::new("k", "people alike", &mut large, 2..=1000)
            .logarithmic(true)
            .reached(Some(110.0)),
    );
    ui.add(
        ThresholdSlider::new("", "records that may be left out", &mut share, 0.0..=0.1)
            .step(0.005)
            .percent(),
    );
    ui.add_space(2.0);
    let counts = [
        (PrivacyModel::KAnonymity, 388),
        (PrivacyModel::P, 61),
        (PrivacyModel::Alpha, 0),
    ];
    let counts = counts.map(|(model, count)| (Word::of(model), count));
    VerdictCard::new(VerdictState::Violated, "412 records violate")
        .share("1.4 % of the table")
        .counts(&counts)
        .note("Most are alone by zip and birth year.")
        .link("Show")
        .show(ui);
    ui.add_space(4.0);
    section(ui, "Method");
    ui.horizontal(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            primary_button(ui, Some(icons::RUN), "Run");
            let mut chosen = 0;
            let names = [(0, "Optimal, least loss"), (1, "Mondrian")];
            choice(ui, "Method", ui.available_width(), &mut chosen, &names);
        });
    });
    metric_row(ui, "loss", "31 %");
    metric_row(ui, "records left out", "506");
    metric_row(ui, "classes", "222");
    metric_row(ui, "largest risk", "1 in 5");
    ui.add_space(MARGIN);
    link(ui, "What does this risk mean?");
    ui.add_space(4.0);
    VerdictCard::new(VerdictState::Satisfied, "The requirement holds")
        .share("Every class has at least 5 records.")
        .show(ui);
    VerdictCard::new(VerdictState::Unknown, "Not known yet")
        .share("The settings moved on since the last check.")
        .link("Check")
        .show(ui);
}

fn views(ui: &mut Ui) {
    ui.horizontal(|ui| {
        title(ui, "Class sizes");
        tabs(
            ui,
            &mut 0,
            &[(0, "Sizes"), (1, "Classes"), (2, "Before and after")],
        );
    });
    sentence(ui, "5,210 classes. 341 hold fewer than 5 records.");
    ui.horizontal_wrapped(|ui| {
        for (kind, word) in [
            (ChipKind::Quasi, "quasi"),
            (ChipKind::Sensitive, "sensitive"),
            (ChipKind::Identifier, "identifier"),
            (ChipKind::Kept, "kept"),
            (ChipKind::Undecided, "undecided"),
            (ChipKind::Info, "info"),
            (ChipKind::Satisfied, "satisfied"),
            (ChipKind::Violates, "violates k"),
        ] {
            ui.add(Chip::new(kind, word));
        }
        ui.add(Chip::new(ChipKind::Quasi, "quasi").clickable("Role of zip: quasi"));
        ui.add(Chip::new(ChipKind::Undecided, "undecided").clickable("Role of birth: undecided"));
    });
    Banner::new(
        BannerKind::Attention,
        "Two columns have no role yet: a release needs them.",
    )
    .action("Decide")
    .show(ui);
    Banner::new(
        BannerKind::Error,
        "visits.csv, line 12, column 3: expected a whole number.",
    )
    .show(ui);
    Banner::new(
        BannerKind::Info,
        "Empty cells count as a value of their own.",
    )
    .show(ui);
    ui.columns(2, |columns| {
        let counts: Vec<u64> = (0..50).map(|i| 4000 / (i + 2) + (i * 37) % 50).collect();
        section(&mut columns[0], "Class sizes");
        Histogram::new("Class sizes", &counts)
            .violating(0..4)
            .height(90.0)
            .ends("1 record", "50 records and more")
            .show(&mut columns[0]);
        section(&mut columns[1], "Top values");
        let values = [
            ("Hepatitis", 8120),
            ("Flu", 6400),
            ("HIV", 2210),
            ("Asthma", 812),
            ("", 90),
        ];
        TopValues::new(&values, 30_000).show(&mut columns[1]);
    });
    ui.horizontal(|ui| {
        quiet_button(ui, Some(icons::OPEN), "Open a file");
        quiet_button(ui, None, "Cancel");
        ui.add_enabled_ui(false, |ui| quiet_button(ui, Some(icons::SAVE), "Save"));
        ui.add_enabled_ui(false, |ui| primary_button(ui, None, "Release"));
        let mut text = "14248".to_owned();
        ui.add(egui::TextEdit::singleline(&mut text).desired_width(100.0));
        check_box(ui, &mut true, "Only violating rows");
        check_box(ui, &mut false, "Shuffle");
        let start = ui.cursor().left_center() + vec2(10.0, 0.0);
        marks::record(ui, start, false);
        marks::record(ui, start + vec2(18.0, 0.0), true);
    });
    EmptyState::new(
        icons::COMPARE,
        "Nothing to compare yet. Run two methods and see what each costs.",
    )
    .action("Run a method", Some(icons::RUN))
    .show(ui);
}
