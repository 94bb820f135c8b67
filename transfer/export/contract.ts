import type { ExportedUser } from '@doorwright/crds/options/imported.ts';
import type { Loss } from '../contract.ts';

export type { ExportedUser };

/** A part of the text of a file. Files are counted from 0, and each is complete before the next one begins. */
export interface Piece {
  file: number;
  text: string;
}

/** The organization whose people leave. */
export interface ExportedOrganization {
  name: string;
  displayName?: string | undefined;
}

/** A part of a file, or a value that the other product cannot take. */
export type Exported = Piece | Loss;

export const isPiece = (each: Exported): each is Piece => 'text' in each;
