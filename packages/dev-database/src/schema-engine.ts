/**
 * Prisma's schema engine as WebAssembly, with the pg driver. It compares a database with prisma/schema and reads a migration
 * history, without the binary that the Prisma CLI downloads. Only for development and tests.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { PrismaPg } from '@prisma/adapter-pg';
import {
  bindMigrationAwareSqlAdapterFactory,
  ColumnTypeEnum,
  type SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils';
import type { SchemaEngine } from '@prisma/schema-engine-wasm/schema_engine_bg';
import pg from 'pg';

type Bindings = typeof import('@prisma/schema-engine-wasm/schema_engine_bg');

let bindings: Promise<Bindings> | null = null;

async function load(): Promise<Bindings> {
  const code: Bindings = await import('@prisma/schema-engine-wasm/schema_engine_bg');
  const require = createRequire(import.meta.url);
  const path = require.resolve('@prisma/schema-engine-wasm/schema_engine_bg').replace(/\.js$/, '.wasm');
  const imports = { './schema_engine_bg.js': code as unknown as WebAssembly.ModuleImports };
  const { instance } = await WebAssembly.instantiate(await readFile(path), imports);
  code.__wbg_set_wasm(instance.exports);
  (instance.exports.__wbindgen_start as () => void)();
  return code;
}

/** OIDs of the one-byte type "char" of PostgreSQL's catalogues, and of char(n). */
const catalogueChar = 18;
const blankPaddedChar = 1042;

/** Reports "char" columns as char(n), and records which columns these are. */
class CataloguePool extends pg.Pool {
  readonly charColumns = new WeakMap<object, number[]>();

  override query = (async (...args: Parameters<typeof pg.Pool.prototype.query>) => {
    const result = (await super.query(...args)) as unknown as pg.QueryArrayResult;
    const columns = (result.fields ?? []).flatMap(({ dataTypeID }, at) =>
      dataTypeID === catalogueChar ? at : [],
    );
    for (const at of columns) result.fields[at]!.dataTypeID = blankPaddedChar;
    if (columns.length > 0) this.charColumns.set(result.rows, columns);
    return result;
  }) as never;
}

/** The pg adapter does not support "char", which every query of the system catalog returns. The engine expects such a value as a character. */
function catalogueAdapter(pool: CataloguePool): SqlMigrationAwareDriverAdapterFactory {
  const factory = new PrismaPg(pool);
  const connect = factory.connect.bind(factory);
  factory.connect = async () => {
    const adapter = await connect();
    const queryRaw = adapter.queryRaw.bind(adapter);
    adapter.queryRaw = async (query) => {
      const result = await queryRaw(query);
      for (const at of pool.charColumns.get(result.rows) ?? [])
        result.columnTypes[at] = ColumnTypeEnum.Character;
      return result;
    };
    return adapter;
  };
  return factory;
}

/** Runs `work` with an engine connected to the database at `url`, and disconnects it. */
export async function withSchemaEngine<T>(
  url: string,
  work: (engine: SchemaEngine) => Promise<T>,
): Promise<T> {
  bindings ??= load();
  const { SchemaEngine: Engine } = await bindings;
  const pool = new CataloguePool({ connectionString: url, max: 2 });
  try {
    const factory = bindMigrationAwareSqlAdapterFactory(catalogueAdapter(pool));
    const engine = await Engine.new({ datamodels: undefined }, () => undefined, factory);
    try {
      return await work(engine);
    } finally {
      engine.free();
    }
  } finally {
    await pool.end();
  }
}
