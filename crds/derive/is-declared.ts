import type { Declaration } from '../declare.ts';
import type { Kind } from '../define.ts';

export type DeclaredKind = Kind & { declared: Declaration };

export const isDeclared = (kind: Kind): kind is DeclaredKind => kind.declared !== undefined;
