import type { ExportedUser } from '@doorwright/crds/options/imported.ts';
import type { Loss } from '../contract.ts';

export type { ExportedUser };

/** A part of the text of a file. The parts of one file come in their order, and those of another may be between them. */
export interface Piece {
  /** The name of the file. */
  file: string;
  text: string;
}

/** The organization whose people leave. */
export interface ExportedOrganization {
  name: string;
  displayName?: string | undefined;
  /** The code of the country of its phone numbers. Empty if they have it themselves. */
  phonePrefix?: string | undefined;
}

/** A part of a file, or a value that the other product cannot take. */
export type Exported = Piece | Loss;

export const isPiece = (each: Exported): each is Piece => 'text' in each;
