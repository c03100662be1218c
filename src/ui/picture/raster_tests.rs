use super::*;
use egui::epaint::ImageDelta;
use egui::{ColorImage, TextureId, TextureOptions, TexturesDelta, pos2};

const BLACK: [u8; 4] = [0, 0, 0, 255];
const RED: [u8; 4] = [255, 0, 0, 255];

fn white_texture() -> Textures {
    let mut textures = Textures::default();
    let mut delta = TexturesDelta::default();
    let image = ColorImage::filled([1, 1], Color32::WHITE);
    delta.push(
        TextureId::default(),
        ImageDelta::full(image, TextureOptions::LINEAR),
    );
    textures.update(&mut delta);
    textures
}

fn draw_meshes(size: usize, clip: Rect, meshes: Vec<Mesh>) -> Image {
    let mut image = Image::filled(size, size, BLACK);
    let primitives: Vec<_> = meshes
        .into_iter()
        .map(|mesh| ClippedPrimitive {
            clip_rect: clip,
            primitive: Primitive::Mesh(mesh),
        })
        .collect();
    draw(&mut image, &white_texture(), &primitives, 1.0);
    image
}

fn rectangle(rect: Rect, colour: Color32) -> Mesh {
    let mut mesh = Mesh::default();
    mesh.add_colored_rect(rect, colour);
    mesh
}

fn count(image: &Image, colour: [u8; 4]) -> usize {
    let places = (0..image.height()).flat_map(|y| (0..image.width()).map(move |x| (x, y)));
    places
        .filter(|&(x, y)| image.at(x, y) == Some(colour))
        .count()
}

#[test]
fn a_rectangle_covers_exactly_its_pixels() {
    let rect = Rect::from_min_max(pos2(2.0, 3.0), pos2(7.0, 9.0));
    let image = draw_meshes(12, Rect::EVERYTHING, vec![rectangle(rect, Color32::RED)]);
    for y in 0..12 {
        for x in 0..12 {
            let inside = (2..7).contains(&x) && (3..9).contains(&y);
            let wanted = if inside { RED } else { BLACK };
            assert_eq!(image.at(x, y), Some(wanted), "at {x}, {y}");
        }
    }
}

#[test]
fn a_pixel_counts_when_its_centre_is_inside() {
    let rect = Rect::from_min_max(pos2(1.5, 1.5), pos2(3.5, 3.5));
    let image = draw_meshes(6, Rect::EVERYTHING, vec![rectangle(rect, Color32::RED)]);
    assert_eq!(count(&image, RED), 4);
    assert_eq!(image.at(1, 1), Some(RED));
    assert_eq!(image.at(3, 3), Some(BLACK));
}

#[test]
fn triangles_that_share_edges_blend_once() {
    // A fan around an odd centre: every pixel of the square belongs to exactly one triangle.
    let colour = Color32::from_rgba_premultiplied(100, 0, 0, 100);
    let mut mesh = Mesh::default();
    mesh.colored_vertex(pos2(8.3, 6.9), colour);
    let ring = [
        pos2(0.0, 0.0),
        pos2(9.0, 0.0),
        pos2(16.0, 0.0),
        pos2(16.0, 16.0),
        pos2(5.0, 16.0),
        pos2(0.0, 16.0),
    ];
    for corner in ring {
        mesh.colored_vertex(corner, colour);
    }
    for i in 0..6 {
        mesh.add_triangle(0, 1 + i, 1 + (i + 1) % 6);
    }
    let image = draw_meshes(16, Rect::EVERYTHING, vec![mesh]);
    assert_eq!(count(&image, [100, 0, 0, 255]), 256);
}

#[test]
fn nothing_is_painted_outside_of_the_clip() {
    let clip = Rect::from_min_max(pos2(3.0, 2.0), pos2(5.0, 8.0));
    let all = Rect::from_min_max(pos2(-50.0, -50.0), pos2(50.0, 50.0));
    let image = draw_meshes(10, clip, vec![rectangle(all, Color32::RED)]);
    assert_eq!(count(&image, RED), 12);
    assert_eq!(image.at(3, 2), Some(RED));
    assert_eq!(image.at(5, 2), Some(BLACK));
}

#[test]
fn colours_run_from_corner_to_corner_and_lie_over_what_is_there() {
    let square = Rect::from_min_max(pos2(0.0, 0.0), pos2(256.0, 1.0));
    let mut mesh = rectangle(square, Color32::BLACK);
    for vertex in &mut mesh.vertices {
        if vertex.pos.x > 0.0 {
            vertex.color = Color32::WHITE;
        }
    }
    let image = draw_meshes(256, Rect::EVERYTHING, vec![mesh]);
    for x in [0, 40, 128, 255] {
        let shade = image.at(x, 0).unwrap()[0];
        assert!(shade.abs_diff(x as u8) <= 1, "{shade} at {x}");
    }

    let half = Color32::from_rgba_premultiplied(64, 64, 64, 128);
    let square = Rect::from_min_max(pos2(0.0, 0.0), pos2(4.0, 4.0));
    let meshes = vec![
        rectangle(square, Color32::from_gray(200)),
        rectangle(square, half),
    ];
    let image = draw_meshes(4, Rect::EVERYTHING, meshes);
    assert_eq!(image.at(2, 2), Some([164, 164, 164, 255]));
}

#[test]
fn painting_is_the_same_for_any_number_of_threads() {
    let picture = || {
        let meshes = (0..200)
            .map(|i| {
                let at = i as f32;
                let corner = pos2(at * 0.37, at * 0.71);
                let colour = Color32::from_rgba_premultiplied(i as u8 / 2, 40, 9, 120);
                rectangle(
                    Rect::from_min_max(corner, corner + egui::vec2(31.3, 50.9)),
                    colour,
                )
            })
            .collect();
        draw_meshes(160, Rect::EVERYTHING, meshes)
    };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build();
    assert_eq!(pool.unwrap().install(picture), picture());
}
