import type { ListFilter } from './list-filter.ts';

/** The badge of objects whose flag `isEnabled` is off. */
export const disabled: Badge = { when: false, text: 'Disabled', disables: true };

/** A short label beside the name of an object while a flag has this value. */
export interface Badge {
  when: boolean;
  text: string;
  tone?: 'info' | 'warning' | 'danger';
  /** The value turns the object off, so lists can turn several objects on and off at once. People are blocked, not disabled. */
  disables?: true | 'blocks';
}

export interface ListColumn {
  field: string;
  /**
   * The column has a search box. A search finds a text anywhere in the field. If the table grows without end, some are
   * found by their start or as a whole only, because an index of their inside would cost each write too much.
   */
  search?: true | 'start' | 'whole';
  /** The column has a filter with these choices. */
  filter?: readonly string[];
  cell?:
    | 'link'
    | 'image'
    | 'switch'
    | 'tags'
    | 'time'
    /** The exact time, for people who compare moments. */
    | 'moment'
    | 'date'
    | 'mail'
    | 'country'
    | 'size'
    | 'short'
    | 'audience'
    | 'device'
    /** An IP address, with the country of the row if it is known. */
    | 'place';
  badge?: Badge;
}

/** Sections of the console's menu. */
export type MenuSection = 'access' | 'services' | 'operations' | 'sales';

export interface ListDefinition {
  /** The section of the menu that leads to the list, `operations` by default; `none` if only other pages lead to it. */
  menu?: MenuSection | 'none';
  /** Every column that a user can choose, in the order of the specification. */
  columns: readonly ListColumn[];
  /** The columns of a user who has chosen none: at most five, the one that leads to the object first. */
  shown?: readonly string[];
  /** The only orders of the list beside the newest first, where an index for each column would cost too much at each write. */
  orders?: readonly string[];
  /** Orders beside those of the columns. */
  moreOrders?: readonly string[];
  pageSize?: number;
  /** Fields that the list can be limited to a value of, each by a parameter of its name. */
  equals?: readonly string[];
  /** Fields that the parameter `text` searches together. If there are many objects, these fields have one index. */
  texts?: readonly string[];
  /** Fields that the parameter `text` finds by their whole value. */
  textIds?: readonly string[];
  /** The label of the search in `texts`. */
  textsTitle?: string;
  /** Named filters. Any of them can be combined, with each other and with a search. */
  filters?: readonly ListFilter[];
}
