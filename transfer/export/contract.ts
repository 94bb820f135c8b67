import type { Loss } from '../contract.ts';

/** A user as the server gives them to another product. */
export interface ExportedUser {
  /** The fields of the kind, with `owner` and `name`. */
  fields: Readonly<Record<string, unknown>>;
  digest?: { passwordType: string; password: string; passwordSalt: string } | undefined;
  /** The secret of their app with codes, in base32. */
  totp?: string | undefined;
  /** Names within the organization. */
  groups: readonly string[];
  roles: readonly string[];
}

/** A part of the text of a file. Files are counted from 0, and each is complete before the next one begins. */
export interface Piece {
  file: number;
  text: string;
}

/** A part of a file, or a value that the other product cannot take. */
export type Exported = Piece | Loss;

export const isPiece = (each: Exported): each is Piece => 'text' in each;
