// A C interface to the parts of Box2D 2.4 (Debian: libbox2d-dev) that Scenes2D uses. The interface contains no C++ types.
//
// Debian's library is built with assertions, which end the process. So callers must obey these rules:
// - All numbers are finite and in the ranges of PhysicsWorld's limits.
// - Polygons are sound (box_polygon_is_sound).
// - A pointer is not used after its body, joint or world was destroyed.
// - Joints are destroyed before their bodies.
// Lengths are in metres, angles in radians; the caller chooses the direction of y.
#pragma once
#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct box_world box_world;
typedef struct box_body box_body;
typedef struct box_joint box_joint;

typedef struct { float x, y; } box_point;

// Worlds

box_world *box_world_make(box_point gravity);
/// Destroys the world and everything in it.
void box_world_destroy(box_world *world);
void box_world_set_gravity(box_world *world, box_point gravity);
/// Advances the world. Afterwards all angles lie between -pi and pi.
void box_world_step(box_world *world, float seconds, int velocity_iterations, int position_iterations);

typedef struct {
    /// The numbers that the caller has given to the two bodies.
    uint32_t first_body, second_body;
    box_point point;
    /// The unit vector from the first body to the second.
    box_point normal;
    /// The impulse that kept the bodies apart in the last step, in newton seconds.
    float impulse;
} box_contact;
/// Writes up to `capacity` points at which bodies touch, and returns the number of all such points.
int box_world_contacts(const box_world *world, box_contact *contacts, int capacity);

// Bodies

typedef struct {
    uint32_t number;
    bool is_dynamic, has_fixed_rotation, is_bullet;
    box_point position;
    float angle, linear_damping, angular_damping, gravity_scale;
} box_body_definition;
box_body *box_body_make(box_world *world, const box_body_definition *definition);
/// Destroys a body. The body's joints must be destroyed first.
void box_body_destroy(box_body *body);
/// Sets the mass in kilograms and the moment of inertia in kg·m² about the body's origin, which is its centre of mass. Both must be
/// above 0. Shapes have no density of their own.
void box_body_set_mass(box_body *body, float mass, float inertia);

typedef struct {
    box_point position;
    float angle;
    box_point velocity;
    float angular_velocity;
    bool is_awake;
} box_motion;
box_motion box_body_motion(const box_body *body);
void box_body_set_position(box_body *body, box_point position, float angle);
void box_body_set_velocity(box_body *body, box_point velocity, float angular_velocity);
/// Applies a force for the next step, in newtons, at a point of the world; wakes the body.
void box_body_push(box_body *body, box_point force, box_point at);
/// Applies an impulse in newton seconds, with immediate effect.
void box_body_strike(box_body *body, box_point impulse, box_point at);
void box_body_wake(box_body *body);
/// Sets the damping of linear and angular movement, in 1/s.
void box_body_set_damping(box_body *body, float linear, float angular);

// Shapes of bodies, relative to the body's origin

typedef struct {
    float friction, restitution;
    /// Shapes with the same negative group do not collide with each other; 0 for no group.
    int16_t group;
} box_material;
/// Returns the largest number of corners that a polygon may have.
int box_polygon_limit(void);
/// Returns true if the library accepts the polygon unchanged: 3 corners to the limit, counter-clockwise for y up, convex at every
/// corner, and not too thin for floats.
bool box_polygon_is_sound(const box_point *corners, int count);
void box_body_add_polygon(box_body *body, const box_point *corners, int count, box_material material);
void box_body_add_circle(box_body *body, box_point center, float radius, box_material material);
/// Adds an edge that stops bodies from both sides. Its ends must be further apart than box_smallest_length.
void box_body_add_edge(box_body *body, box_point start, box_point end, box_material material);
/// Returns the smallest length, in metres, that the library does not treat as 0.
float box_smallest_length(void);
/// Returns the thickness, in metres, of the skin around polygons and edges. This skin stops other shapes at a distance from the outline.
/// Circles have no skin.
float box_polygon_skin(void);
/// Returns true if a point of the world lies in one of the body's shapes.
bool box_body_contains(const box_body *body, box_point point);
typedef struct { box_point lower, upper; } box_rectangle;
/// Returns the smallest axis-parallel rectangle around the body's shapes, including their skins. If the body has no shapes, the
/// lower and the upper corner are 0.
box_rectangle box_body_bounds(const box_body *body);
/// Returns true if one of the body's shapes overlaps a shape of another body, including the skins of both shapes. Shapes that
/// cannot collide because of their groups are ignored.
bool box_body_overlaps(const box_body *body);

// Joints. Points are in world coordinates, with the bodies at their current positions.

box_joint *box_joint_make_pin(box_world *world, box_body *first, box_body *second, box_point at);
/// Keeps two points at their current distance, which must be above 0. If stiffness (N/m) is 0, the rod is rigid; otherwise it is a
/// spring with this stiffness and damping (N·s/m).
box_joint *box_joint_make_rod(box_world *world, box_body *first, box_body *second, box_point first_point, box_point second_point,
                              float stiffness, float damping);
/// Joins a wheel to its suspension: the second body rotates about a point, which moves along an axis (of length 1) of the first
/// body. The axis is a spring with this stiffness (N/m) and damping (N·s/m), and moves by at most `reach` metres to either side.
box_joint *box_joint_make_wheel(box_world *world, box_body *first, box_body *second, box_point at, box_point axis, float stiffness, float damping, float reach);
/// Drives a wheel at a speed (rad/s) with a torque of at most `greatest_torque` newton metres; a torque of 0 lets it roll freely.
void box_joint_set_motor(box_joint *wheel, float speed, float greatest_torque);
/// Pulls a point of the body to a target that can be moved.
box_joint *box_joint_make_snap(box_world *world, box_body *ground, box_body *body, box_point at, float greatest_force, float stiffness, float damping);
void box_joint_set_target(box_joint *snap, box_point target);
void box_joint_destroy(box_world *world, box_joint *joint);

typedef struct {
    /// The points at which the joint holds the bodies. For a snap, the first point is the target.
    box_point first_point, second_point;
    /// The force on the second body in the last step, in newtons.
    box_point force;
} box_joint_state;
/// `step` is the length of the last step in seconds.
box_joint_state box_joint_current_state(const box_joint *joint, float step);

#ifdef __cplusplus
}
#endif
