import type { HooksByKind } from './hooks.ts';

/** Kinds that do something their model cannot say. */
export const hooks: HooksByKind = {};
