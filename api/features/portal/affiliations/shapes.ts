import { z } from 'zod';

/** A place of an address: a country, a city or a part of a city. */
export interface Place {
  value: string;
  label: string;
  children: Place[];
}

const deepest = 6;

const code = z.union([z.string().min(1).max(100), z.int()]).transform(String);

/** The form that common address pickers read. The depth is bounded, because others write the tree. */
const place = (deeper: number): z.ZodType<Place> =>
  z.object({
    value: code,
    label: z.string().min(1).max(200),
    children: z
      .array(deeper > 0 ? place(deeper - 1) : z.never())
      .nullish()
      .transform((children) => children ?? []),
  });

export const places = z.array(place(deepest - 1));

/** The name of an affiliation, with the limit of the user's field. */
export const affiliations = z.array(z.object({ id: z.int(), name: z.string().trim().min(1).max(100) }));

export const hasCode = (tree: readonly Place[], wanted: string): boolean =>
  tree.some(({ value, children }) => value === wanted || hasCode(children, wanted));
