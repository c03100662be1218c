use cloakroom_core::io::load::load;
use cloakroom_core::load_options::LoadOptions;
use cloakroom_core::progress::Progress;
fn main() {
    for path in std::env::args().skip(1) {
        let start = std::time::Instant::now();
        match load(path.as_ref(), &LoadOptions::default(), &Progress::default()) {
            Ok(l) => {
                println!(
                    "{path}: {:?} {:?} {} records {:?}",
                    l.dataset.kind(),
                    l.options.layout,
                    l.dataset.records(),
                    start.elapsed()
                );
                for f in &l.understood.findings {
                    println!("    {:?}: {} ({})", f.what, f.value, f.why);
                }
                for n in &l.notes {
                    println!("    note {n}");
                }
            }
            Err(e) => println!("{path}: ERR {e:?}"),
        }
    }
}
