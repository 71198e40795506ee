// SQLite for both peers. Node includes it only from version 22 on; this package has the same interface for Node 20, and
// includes prebuilt binaries, so that nothing has to be compiled.
import { DatabaseSync } from "@photostructure/sqlite";

export function open(path) {
  const database = new DatabaseSync(path);
  database.exec("PRAGMA journal_mode = WAL");
  return database;
}
