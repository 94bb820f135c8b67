import type { Row } from '@doorwright/crds';
import { type ComponentType, createContext, useContext } from 'react';

/** What the list of one kind has beside what its model says; the answers stand in `pages/<kind>/`. */
export interface KindList {
  /** The choices of a filter in groups, by the column. */
  groups?: Record<string, Readonly<Record<string, readonly string[]>>>;
  /** Columns that mean something in some rows only. */
  shownWhen?: Record<string, (row: Row) => boolean>;
  /** Pages that a row leads to beside its own, by a key of the words for them. */
  leadsTo?: (row: Row) => readonly { words: string; path: string }[];
  /** Texts of a row that one takes elsewhere, by a key of the words for it. */
  copies?: (row: Row) => readonly { words: string; text: string }[];
  /** Stands beside the Add button. */
  Beside?: ComponentType<{ organization?: string }>;
}

const KindListContext = createContext<KindList>({});

export const KindListProvider = KindListContext.Provider;

export const useKindList = () => useContext(KindListContext);
