// The implementation of the C interface to Box2D. Most functions are one line.

#include "CBox2D.h"
#include <box2d/box2d.h>
#include <map>
#include <set>
#include <stdint.h>
#include <utility>

// box_polygon_is_sound repeats the library's arithmetic. Like the library, it must round after each operation.
#pragma STDC FP_CONTRACT OFF

static b2World *library(box_world *world) { return reinterpret_cast<b2World *>(world); }
static const b2World *library(const box_world *world) { return reinterpret_cast<const b2World *>(world); }
static b2Body *library(box_body *body) { return reinterpret_cast<b2Body *>(body); }
static const b2Body *library(const box_body *body) { return reinterpret_cast<const b2Body *>(body); }
static b2Joint *library(box_joint *joint) { return reinterpret_cast<b2Joint *>(joint); }
static const b2Joint *library(const box_joint *joint) { return reinterpret_cast<const b2Joint *>(joint); }
static b2Vec2 vector(box_point p) { return b2Vec2(p.x, p.y); }
static box_point point(const b2Vec2 &v) { return {v.x, v.y}; }

// Worlds

static uint32_t number_of(const b2Fixture *fixture) { return (uint32_t)const_cast<b2Body *>(fixture->GetBody())->GetUserData().pointer; }

// A body may be created inside other bodies. The library would push the bodies apart within one step. If a body has many parts, its
// contacts push against each other until one contact ends. The remaining contacts then throw the body through walls. Therefore
// bodies that overlap from the start do not collide until they have separated; a gentle force moves them apart.
typedef std::pair<uint32_t, uint32_t> Pair;

struct Overlap {
    b2Body *first, *second;
    // The number of touching contacts between the two bodies.
    int count;
};

class Overlaps : public b2ContactListener {
    std::map<Pair, Overlap> pairs;
    static Pair key(b2Contact *contact) {
        const uint32_t a = number_of(contact->GetFixtureA()), b = number_of(contact->GetFixtureB());
        return a < b ? Pair(a, b) : Pair(b, a);
    }
    void BeginContact(b2Contact *contact) override {
        b2Body *first = contact->GetFixtureA()->GetBody(), *second = contact->GetFixtureB()->GetBody();
        if (first->GetType() != b2_dynamicBody || second->GetType() != b2_dynamicBody) return;
        const Pair pair = key(contact);
        const auto found = pairs.find(pair);
        if (found != pairs.end()) found->second.count++;
        else if (fresh.count(pair.first) || fresh.count(pair.second)) pairs[pair] = {first, second, 1};
    }
    void EndContact(b2Contact *contact) override {
        const auto found = pairs.find(key(contact));
        if (found != pairs.end() && --found->second.count == 0) pairs.erase(found);
    }
    void PreSolve(b2Contact *contact, const b2Manifold *) override {
        if (pairs.count(key(contact))) contact->SetEnabled(false);
    }

public:
    // The bodies that were made or moved since the last step. Each body is identified by the number that the caller gave it.
    std::set<uint32_t> fresh;
    // Pushes overlapping bodies apart, up to a speed of 1.5 m/s. The acceleration is 12 m/s², somewhat more than gravity on Earth.
    void part() {
        for (auto &entry : pairs) {
            b2Body *first = entry.second.first, *second = entry.second.second;
            b2Vec2 way = second->GetWorldCenter() - first->GetWorldCenter();
            if (way.Normalize() < b2_linearSlop) way.Set(1, 0);
            if (b2Dot(second->GetLinearVelocity() - first->GetLinearVelocity(), way) > 1.5f) continue;
            const float force = 12 * b2Min(first->GetMass(), second->GetMass());
            first->ApplyForceToCenter(-force * way, true);
            second->ApplyForceToCenter(force * way, true);
        }
    }
};
struct World : b2World {
    Overlaps overlaps;
    explicit World(const b2Vec2 &gravity) : b2World(gravity) { SetContactListener(&overlaps); }
};
static World *whole(b2World *world) { return static_cast<World *>(world); }

box_world *box_world_make(box_point gravity) { return reinterpret_cast<box_world *>(static_cast<b2World *>(new World(vector(gravity)))); }
void box_world_destroy(box_world *world) { delete whole(library(world)); }
void box_world_set_gravity(box_world *world, box_point gravity) { library(world)->SetGravity(vector(gravity)); }
void box_world_step(box_world *world, float seconds, int velocity_iterations, int position_iterations) {
    whole(library(world))->overlaps.part();
    library(world)->Step(seconds, velocity_iterations, position_iterations);
    whole(library(world))->overlaps.fresh.clear();
    // Keeps angles between -pi and pi. The sine of a larger angle may differ in its last bit between processors, because the C
    // library has several implementations.
    for (b2Body *body = library(world)->GetBodyList(); body; body = body->GetNext()) {
        const float angle = body->GetAngle();
        if (angle > b2_pi) body->SetTransform(body->GetPosition(), angle - 2 * b2_pi);
        if (angle < -b2_pi) body->SetTransform(body->GetPosition(), angle + 2 * b2_pi);
    }
}
int box_world_contacts(const box_world *world, box_contact *contacts, int capacity) {
    int count = 0;
    for (const b2Contact *contact = library(world)->GetContactList(); contact; contact = contact->GetNext()) {
        if (!contact->IsTouching() || !contact->IsEnabled()) continue;
        const b2Manifold *manifold = contact->GetManifold();
        b2WorldManifold places;
        contact->GetWorldManifold(&places);
        for (int i = 0; i < manifold->pointCount; i++, count++) {
            if (count >= capacity) continue;
            contacts[count] = {number_of(const_cast<b2Contact *>(contact)->GetFixtureA()), number_of(const_cast<b2Contact *>(contact)->GetFixtureB()),
                               point(places.points[i]), point(places.normal), manifold->points[i].normalImpulse};
        }
    }
    return count;
}

// Bodies

box_body *box_body_make(box_world *world, const box_body_definition *definition) {
    b2BodyDef body;
    body.type = definition->is_dynamic ? b2_dynamicBody : b2_staticBody;
    body.fixedRotation = definition->has_fixed_rotation;
    body.bullet = definition->is_bullet;
    body.position = vector(definition->position);
    body.angle = definition->angle;
    body.linearDamping = definition->linear_damping;
    body.angularDamping = definition->angular_damping;
    body.gravityScale = definition->gravity_scale;
    body.userData.pointer = definition->number;
    if (definition->is_dynamic) whole(library(world))->overlaps.fresh.insert(definition->number);
    return reinterpret_cast<box_body *>(library(world)->CreateBody(&body));
}
void box_body_destroy(box_body *body) { library(body)->GetWorld()->DestroyBody(library(body)); }
void box_body_set_mass(box_body *body, float mass, float inertia) {
    b2MassData data;
    data.mass = mass;
    data.center.SetZero();
    data.I = inertia;
    library(body)->SetMassData(&data);
}
box_motion box_body_motion(const box_body *body) {
    const b2Body *b = library(body);
    return {point(b->GetPosition()), b->GetAngle(), point(b->GetLinearVelocity()), b->GetAngularVelocity(), b->IsAwake()};
}
void box_body_set_position(box_body *body, box_point position, float angle) {
    whole(library(body)->GetWorld())->overlaps.fresh.insert((uint32_t)library(body)->GetUserData().pointer);
    library(body)->SetTransform(vector(position), angle);
    library(body)->SetAwake(true);
}
void box_body_set_velocity(box_body *body, box_point velocity, float angular_velocity) {
    library(body)->SetLinearVelocity(vector(velocity));
    library(body)->SetAngularVelocity(angular_velocity);
}
void box_body_push(box_body *body, box_point force, box_point at) { library(body)->ApplyForce(vector(force), vector(at), true); }
void box_body_strike(box_body *body, box_point impulse, box_point at) { library(body)->ApplyLinearImpulse(vector(impulse), vector(at), true); }
void box_body_wake(box_body *body) { library(body)->SetAwake(true); }
void box_body_set_damping(box_body *body, float linear, float angular) {
    library(body)->SetLinearDamping(linear);
    library(body)->SetAngularDamping(angular);
}

// Shapes

int box_polygon_limit(void) { return b2_maxPolygonVertices; }
float box_smallest_length(void) { return b2_linearSlop; }

bool box_polygon_is_sound(const box_point *corners, int count) {
    if (count < 3 || count > b2_maxPolygonVertices) return false;
    b2Vec2 c[b2_maxPolygonVertices];
    for (int i = 0; i < count; i++) c[i] = vector(corners[i]);
    // The library uses the signs of these products to find the convex hull of the corners. If rounding gives a product the wrong
    // sign, the library fails. So all products must be positive.
    for (int from = 0; from < count; from++) {
        for (int i = 1; i < count; i++) {
            const b2Vec2 first = c[(from + i) % count] - c[from];
            // The library would merge two corners with a smaller distance than this, and so change the polygon.
            if (first.LengthSquared() < b2_linearSlop * b2_linearSlop) return false;
            for (int k = i + 1; k < count; k++) {
                if (!(b2Cross(first, c[(from + k) % count] - c[from]) > 0)) return false;
            }
        }
    }
    // The library computes the area as seen from the hull's first corner. Any corner may become the first corner, so all corners
    // are tried.
    for (int from = 0; from < count; from++) {
        float area = 0;
        for (int i = 0; i < count; i++) area += 0.5f * b2Cross(c[(from + i) % count] - c[from], c[(from + i + 1) % count] - c[from]);
        if (!(area > 16 * b2_epsilon)) return false;
    }
    return true;
}
static void add(box_body *body, const b2Shape &shape, box_material material) {
    b2FixtureDef fixture;
    fixture.shape = &shape;
    fixture.density = 0;
    fixture.friction = material.friction;
    fixture.restitution = material.restitution;
    fixture.filter.groupIndex = material.group;
    library(body)->CreateFixture(&fixture);
}
void box_body_add_polygon(box_body *body, const box_point *corners, int count, box_material material) {
    b2Vec2 c[b2_maxPolygonVertices];
    for (int i = 0; i < count; i++) c[i] = vector(corners[i]);
    b2PolygonShape shape;
    shape.Set(c, count);
    add(body, shape, material);
}
void box_body_add_circle(box_body *body, box_point center, float radius, box_material material) {
    b2CircleShape shape;
    shape.m_p = vector(center);
    shape.m_radius = radius;
    add(body, shape, material);
}
void box_body_add_edge(box_body *body, box_point start, box_point end, box_material material) {
    b2EdgeShape shape;
    shape.SetTwoSided(vector(start), vector(end));
    add(body, shape, material);
}
bool box_body_contains(const box_body *body, box_point at) {
    for (const b2Fixture *fixture = library(body)->GetFixtureList(); fixture; fixture = fixture->GetNext()) {
        if (fixture->TestPoint(vector(at))) return true;
    }
    return false;
}
float box_polygon_skin(void) { return b2_polygonRadius; }

static b2AABB bounds_of(const b2Fixture *fixture) {
    const b2Shape *shape = fixture->GetShape();
    b2AABB bounds;
    shape->ComputeAABB(&bounds, fixture->GetBody()->GetTransform(), 0);
    for (int32 i = 1; i < shape->GetChildCount(); i++) {
        b2AABB child;
        shape->ComputeAABB(&child, fixture->GetBody()->GetTransform(), i);
        bounds.Combine(child);
    }
    return bounds;
}
box_rectangle box_body_bounds(const box_body *body) {
    const b2Fixture *fixture = library(body)->GetFixtureList();
    if (!fixture) return {{0, 0}, {0, 0}};
    b2AABB bounds = bounds_of(fixture);
    while ((fixture = fixture->GetNext())) bounds.Combine(bounds_of(fixture));
    return {point(bounds.lowerBound), point(bounds.upperBound)};
}

// Receives the fixtures near a fixture of a body, until one of these fixtures overlaps it.
struct Meeting : b2QueryCallback {
    const b2Fixture *fixture;
    bool found = false;
    bool ReportFixture(b2Fixture *other) override {
        if (other->GetBody() == fixture->GetBody()) return true;
        const int16 group = fixture->GetFilterData().groupIndex;
        if (group < 0 && group == other->GetFilterData().groupIndex) return true;
        found = b2TestOverlap(fixture->GetShape(), 0, other->GetShape(), 0, fixture->GetBody()->GetTransform(), other->GetBody()->GetTransform());
        return !found;
    }
};
bool box_body_overlaps(const box_body *body) {
    Meeting meeting;
    for (const b2Fixture *fixture = library(body)->GetFixtureList(); fixture; fixture = fixture->GetNext()) {
        meeting.fixture = fixture;
        library(body)->GetWorld()->QueryAABB(&meeting, bounds_of(fixture));
        if (meeting.found) return true;
    }
    return false;
}

// Joints

static box_joint *make(box_world *world, const b2JointDef &definition) {
    return reinterpret_cast<box_joint *>(library(world)->CreateJoint(&definition));
}
box_joint *box_joint_make_pin(box_world *world, box_body *first, box_body *second, box_point at) {
    b2RevoluteJointDef pin;
    pin.Initialize(library(first), library(second), vector(at));
    return make(world, pin);
}
box_joint *box_joint_make_rod(box_world *world, box_body *first, box_body *second, box_point first_point, box_point second_point,
                              float stiffness, float damping) {
    b2DistanceJointDef rod;
    rod.Initialize(library(first), library(second), vector(first_point), vector(second_point));
    rod.minLength = stiffness > 0 ? 0 : rod.length;
    rod.maxLength = stiffness > 0 ? b2_maxFloat : rod.length;
    rod.stiffness = stiffness;
    rod.damping = damping;
    rod.collideConnected = true;
    return make(world, rod);
}
box_joint *box_joint_make_wheel(box_world *world, box_body *first, box_body *second, box_point at, box_point axis, float stiffness,
                                float damping, float reach) {
    b2WheelJointDef wheel;
    wheel.Initialize(library(first), library(second), vector(at), vector(axis));
    wheel.stiffness = stiffness;
    wheel.damping = damping;
    wheel.enableLimit = true;
    wheel.lowerTranslation = -reach;
    wheel.upperTranslation = reach;
    return make(world, wheel);
}
void box_joint_set_motor(box_joint *wheel, float speed, float greatest_torque) {
    b2WheelJoint *joint = static_cast<b2WheelJoint *>(library(wheel));
    joint->EnableMotor(greatest_torque > 0);
    joint->SetMotorSpeed(speed);
    joint->SetMaxMotorTorque(greatest_torque);
}
box_joint *box_joint_make_snap(box_world *world, box_body *ground, box_body *body, box_point at, float greatest_force, float stiffness, float damping) {
    b2MouseJointDef snap;
    snap.bodyA = library(ground);
    snap.bodyB = library(body);
    snap.target = vector(at);
    snap.maxForce = greatest_force;
    snap.stiffness = stiffness;
    snap.damping = damping;
    library(body)->SetAwake(true);
    return make(world, snap);
}
void box_joint_set_target(box_joint *snap, box_point target) { static_cast<b2MouseJoint *>(library(snap))->SetTarget(vector(target)); }
void box_joint_destroy(box_world *world, box_joint *joint) { library(world)->DestroyJoint(library(joint)); }
box_joint_state box_joint_current_state(const box_joint *joint, float step) {
    const b2Joint *j = library(joint);
    return {point(j->GetAnchorA()), point(j->GetAnchorB()), point(j->GetReactionForce(1 / step))};
}
