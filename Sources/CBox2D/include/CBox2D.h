// C's view of Box2D 2.4 (Debian: libbox2d-dev), as far as Scenes2D uses it: C++ types stay on the other side.
//
// Debian's library keeps its assertions, which end the process, so callers keep these rules: all numbers are finite and in the ranges of
// PhysicsWorld's limits, polygons are sound (box_polygon_is_sound), a pointer is not used after its body, joint or world was destroyed, and
// joints are destroyed before their bodies. Lengths are metres, angles radians; which way y points is the caller's choice.
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
/// Destroys everything in it, too.
void box_world_destroy(box_world *world);
void box_world_set_gravity(box_world *world, box_point gravity);
/// Afterwards all angles lie between -pi and pi.
void box_world_step(box_world *world, float seconds, int velocity_iterations, int position_iterations);

typedef struct {
    /// The numbers that the bodies were made with.
    uint32_t first_body, second_body;
    box_point point;
    /// From the first body to the second, of length 1.
    box_point normal;
    /// What kept them apart in the last step, in newton seconds.
    float impulse;
} box_contact;
/// Writes the points at which bodies touch, as many as there is room for, and tells how many there are.
int box_world_contacts(const box_world *world, box_contact *contacts, int capacity);

// Bodies

typedef struct {
    uint32_t number;
    bool is_dynamic, has_fixed_rotation, is_bullet;
    box_point position;
    float angle, linear_damping, angular_damping, gravity_scale;
} box_body_definition;
box_body *box_body_make(box_world *world, const box_body_definition *definition);
/// Its joints are destroyed before.
void box_body_destroy(box_body *body);
/// In kilograms and kg·m² about the body's origin, which is its centre of mass; both above 0. Shapes have no density of their own.
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
/// For the next step, in newtons at a point of the world; wakes the body.
void box_body_push(box_body *body, box_point force, box_point at);
/// At once, in newton seconds.
void box_body_strike(box_body *body, box_point impulse, box_point at);
void box_body_wake(box_body *body);
/// How fast movement and turning die down by themselves, in 1/s.
void box_body_set_damping(box_body *body, float linear, float angular);

// Shapes of bodies, relative to the body's origin

typedef struct {
    float friction, restitution;
    /// Shapes of the same negative group do not touch each other; 0 for none.
    int16_t group;
} box_material;
/// The most corners of a polygon.
int box_polygon_limit(void);
/// Whether the library takes the polygon as it is: 3 corners to the limit, counter-clockwise for y up, convex at every corner and not too thin
/// for floats.
bool box_polygon_is_sound(const box_point *corners, int count);
void box_body_add_polygon(box_body *body, const box_point *corners, int count, box_material material);
void box_body_add_circle(box_body *body, box_point center, float radius, box_material material);
/// Stops bodies from both sides; its ends are further apart than box_smallest_length.
void box_body_add_edge(box_body *body, box_point start, box_point end, box_material material);
/// Lengths below it are nothing to the library, in metres.
float box_smallest_length(void);
/// Polygons and edges keep others off by this much beyond their outlines, in metres; discs do not.
float box_polygon_skin(void);
/// Whether a point of the world lies in one of the body's shapes.
bool box_body_contains(const box_body *body, box_point point);
typedef struct { box_point lower, upper; } box_rectangle;
/// The smallest upright rectangle around the body's shapes, their skins included; lower and upper are 0 for a body without shapes.
box_rectangle box_body_bounds(const box_body *body);
/// Whether one of the body's shapes meets a shape of another body, the skins of both included; not where their groups keep them from colliding.
bool box_body_overlaps(const box_body *body);

// Joints; points are the world's, where the bodies are when the joint is made

box_joint *box_joint_make_pin(box_world *world, box_body *first, box_body *second, box_point at);
/// Keeps the points at their distance, above 0: rigid where stiffness (N/m) is 0, else a spring with this damping (N·s/m).
box_joint *box_joint_make_rod(box_world *world, box_body *first, box_body *second, box_point first_point, box_point second_point,
                              float stiffness, float damping);
/// Lets the second body turn about a point, which moves along an axis of the first body (of length 1): a wheel on its suspension. The axis is a
/// spring of this stiffness (N/m) and damping (N·s/m), and gives way by `reach` metres to either side.
box_joint *box_joint_make_wheel(box_world *world, box_body *first, box_body *second, box_point at, box_point axis, float stiffness, float damping, float reach);
/// Turns a wheel at a speed (rad/s) with a torque of at most `greatest_torque` newton metres; 0 lets it roll.
void box_joint_set_motor(box_joint *wheel, float speed, float greatest_torque);
/// Pulls the body's point to a target that may move.
box_joint *box_joint_make_snap(box_world *world, box_body *ground, box_body *body, box_point at, float greatest_force, float stiffness, float damping);
void box_joint_set_target(box_joint *snap, box_point target);
void box_joint_destroy(box_world *world, box_joint *joint);

typedef struct {
    /// A snap's first point is its target.
    box_point first_point, second_point;
    /// On the second body in the last step, in newtons.
    box_point force;
} box_joint_state;
/// `step` is the length of the last step in seconds.
box_joint_state box_joint_current_state(const box_joint *joint, float step);

#ifdef __cplusplus
}
#endif
