// better-auth as its documentation shows it: sessions in the database and in a cookie, its admin plugin for the lists.
//
//   node better_auth.js prepare PASSWORD SESSIONS    creates the tables; prints a hash, and sessions with their cookies
//   node better_auth.js serve PORT
import { createHmac } from "node:crypto";
import { createServer } from "node:http";

import { NodeSqliteDialect } from "@better-auth/kysely-adapter/node-sqlite-dialect";
import { betterAuth } from "better-auth";
import { getMigrations } from "better-auth/db/migration";
import { toNodeHandler } from "better-auth/node";
import { admin } from "better-auth/plugins";

import { open } from "./database.js";

const SECRET = "bench-only 5aRt0wq9LxYv2mJd8KcZ7nHf";
const dialect = new NodeSqliteDialect({ database: open(process.env.BENCH_DATABASE) });

const options = {
  secret: SECRET,
  baseURL: "http://bench",
  database: { dialect, type: "sqlite", transaction: true },
  emailAndPassword: { enabled: true },
  // All the load comes from one address.
  rateLimit: { enabled: false },
  // Off by default too; explicit, because the benchmark requires that every request reads the session.
  session: { cookieCache: { enabled: false } },
  plugins: [admin()],
};
const auth = betterAuth(options);

async function prepare(password, count) {
  const { runMigrations } = await getMigrations(options);
  await runMigrations();
  const context = await auth.$context;
  const sessions = Array.from({ length: Number(count) }, (_, at) => {
    const token = `session${String(at + 1).padStart(25, "0")}`;
    return { token, cookie: `${context.authCookies.sessionToken.name}=${signed(token)}` };
  });
  console.log(JSON.stringify({ hash: await context.password.hash(password), sessions }));
}

function signed(token) {
  const signature = createHmac("sha256", SECRET).update(token).digest("base64");
  return encodeURIComponent(`${token}.${signature}`);
}

function serve(port) {
  createServer(toNodeHandler(auth)).listen(Number(port), "127.0.0.1");
}

const [command, ...args] = process.argv.slice(2);
await { prepare, serve }[command](...args);
