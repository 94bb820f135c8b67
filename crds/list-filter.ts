/** A filter of a list with a name of its own, for what no single value of a field says. It is a parameter of the list. */
export interface ListFilter {
  /** The parameter. No field and no other parameter of the list has this name. */
  name: string;
  /** A label, such as `Never signed in`. */
  title: string;
  /** A sentence for people who read the API. */
  about: string;
  where: FilterCondition;
}

export type FilterCondition =
  /** The flag has this value. */
  | { field: string; is: boolean }
  /** The moment has not come yet. */
  | { never: string }
  /** The list has no entries but these. */
  | { field: string; onlyOf: readonly string[] }
  /** The first of these moments that the object has is before the given one. */
  | { before: readonly string[] }
  /** The given user, as owner/name, acted (`owner` and `name` are the columns of the actor), or `object` names them: `user owner/name`. */
  | { actor: { owner: string; name: string }; object: string }
  /** Rows of an internal kind, known by its plural, name the object as `owner/name`, until a moment that is ahead. */
  | { rows: string; id: string; until: string };

/** Tells whether the filter takes a moment. */
export const takesMoment = ({ where }: Pick<ListFilter, 'where'>): boolean => 'before' in where;

/** Tells whether the filter takes the name of a user. All others are on or off. */
export const takesUser = ({ where }: Pick<ListFilter, 'where'>): boolean => 'actor' in where;
