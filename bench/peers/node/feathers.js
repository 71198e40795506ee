// Feathers as its generator sets it up: Koa, Knex, JWT and local authentication.
//
//   node feathers.js prepare PASSWORD TOKENS    creates the table; prints a hash, and tokens for the first users
//   node feathers.js serve PORT
import { AuthenticationService, JWTStrategy, authenticate } from "@feathersjs/authentication";
import { LocalStrategy, hooks } from "@feathersjs/authentication-local";
import { Forbidden } from "@feathersjs/errors";
import { feathers } from "@feathersjs/feathers";
import { KnexService } from "@feathersjs/knex";
import { bodyParser, errorHandler, koa, parseAuthentication, rest } from "@feathersjs/koa";
import createKnex from "knex";
import SqliteClient from "knex/lib/dialects/better-sqlite3/index.js";

import { open } from "./database.js";

class Client extends SqliteClient {
  _driver() {
    return null;
  }

  async acquireRawConnection() {
    const database = open(this.connectionSettings.filename);
    return { prepare: (sql) => statement(database.prepare(sql)), close: () => database.close() };
  }
}

// Adapts a prepared statement to the interface that Knex expects.
function statement(prepared) {
  return {
    reader: prepared.columns().length > 0,
    all: (bindings) => prepared.all(...bindings),
    run: (bindings) => prepared.run(...bindings),
  };
}

const connection = { filename: process.env.BENCH_DATABASE };
const knex = createKnex({ client: Client, connection, useNullAsDefault: true });

// Users may read their own record, administrators all records. Calls without a provider are internal, such as the sign-in.
async function authorize(context) {
  const { user, provider } = context.params;
  if (provider && !user.administrator && String(context.id) !== String(user.id)) throw new Forbidden("not allowed");
}

const app = koa(feathers());
app.set("authentication", {
  entity: "user",
  service: "users",
  secret: "bench-only 5aRt0wq9LxYv2mJd8KcZ7nHf",
  authStrategies: ["jwt", "local"],
  jwtOptions: { header: { typ: "access" }, audience: "bench", algorithm: "HS256", expiresIn: "1d" },
  local: { usernameField: "email", passwordField: "password" },
});
app.use(errorHandler());
app.use(parseAuthentication());
app.use(bodyParser());
app.configure(rest());

const authentication = new AuthenticationService(app);
authentication.register("jwt", new JWTStrategy());
authentication.register("local", new LocalStrategy());
app.use("authentication", authentication);
app.use("users", new KnexService({ Model: knex, name: "users", paginate: { default: 20, max: 100 } }), {
  methods: ["find", "get"],
});
app.service("users").hooks({
  before: { all: [authenticate("jwt"), authorize] },
  after: { all: [hooks.protect("password")] },
});

async function prepare(password, count) {
  await knex.schema.createTable("users", (table) => {
    table.increments("id");
    table.string("email").unique();
    table.string("name");
    table.string("password");
    table.boolean("administrator");
  });
  const [local] = authentication.getStrategies("local");
  const ids = Array.from({ length: Number(count) }, (_, at) => String(at + 1));
  const tokens = await Promise.all(ids.map((subject) => authentication.createAccessToken({}, { subject })));
  console.log(JSON.stringify({ hash: await local.hashPassword(password, {}), tokens }));
  await knex.destroy();
}

async function serve(port) {
  await app.listen(Number(port), "127.0.0.1");
}

const [command, ...args] = process.argv.slice(2);
await { prepare, serve }[command](...args);
