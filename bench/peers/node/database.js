// SQLite for both peers. Node has its own only from version 22 on; this is the same interface for Node 20, with its
// programs in the package, so that nothing has to be compiled.
import { DatabaseSync } from "@photostructure/sqlite";

export function open(path) {
  const database = new DatabaseSync(path);
  database.exec("PRAGMA journal_mode = WAL");
  return database;
}
