import type { Objects } from '../../core/objects/pass/objects.ts';
import type { HooksByKind, Work } from '../../core/objects/rules/kind-hooks.ts';
import type { Db } from '../../db/knex.ts';

/** The parts that imports and exports work with. */
export interface TransferDeps extends Pick<Work, 'store' | 'registry' | 'box'> {
  db: Db;
  objects: Objects;
  hooks: HooksByKind;
}
