import type { Row } from '@doorwright/crds';
import { type ComponentType, createContext, useContext } from 'react';
import type { ListState } from './list-state.ts';

/** The special parts of one kind's list, which its model cannot express. `pages/<kind>/` defines them. */
export interface KindList {
  /** The groups of a filter's choices, by column. */
  groups?: Record<string, Readonly<Record<string, readonly string[]>>>;
  /** Columns that apply to some rows only. */
  shownWhen?: Record<string, (row: Row) => boolean>;
  /** Columns and details in their own form. */
  cells?: Readonly<Record<string, ComponentType<{ row: Row }>>>;
  /** A hook: the words of a filter's value, if the kind has some. */
  useValueWords?: () => (field: string, value: string) => string | undefined;
  /** Filters beside those of the columns. */
  Filters?: ComponentType<{ state: ListState; onChange: (change: Partial<ListState>) => void }>;
  /** Content beside the title, in place of the usual export. */
  Tools?: ComponentType<{ organization?: string; state: ListState }>;
  /** Content between the title and the tools: what the rows add up to. */
  Summary?: ComponentType<{ organization?: string; state: ListState }>;
  /** Further pages of a row, by the key of their label. A page of the portal is outside of the console. */
  leadsTo?: (row: Row) => readonly { words: string; path: string; isOutside?: boolean }[];
  /** Texts of a row to copy, by the key of their label. */
  copies?: (row: Row) => readonly { words: string; text: string }[];
  /** The request that ends a row. Such rows are ended, not deleted. */
  ends?: (row: Row) => Record<string, unknown>;
  /** Content beside the Add button. */
  Beside?: ComponentType<{ organization?: string }>;
  /** Content beside the title, for people who may add objects. */
  Above?: ComponentType<{ organization?: string }>;
}

const KindListContext = createContext<KindList>({});

export const KindListProvider = KindListContext.Provider;

export const useKindList = () => useContext(KindListContext);
