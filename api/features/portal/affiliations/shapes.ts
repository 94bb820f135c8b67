import { z } from 'zod';

/** A place on the way to an address: a country, a city in it, a part of that. */
export interface Place {
  value: string;
  label: string;
  children: Place[];
}

const deepest = 6;

const code = z.union([z.string().min(1).max(100), z.int()]).transform(String);

/** As the pickers of addresses in wide use read it; without an end, who writes the tree would choose how deep we go. */
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

/** A name is what a user holds as his affiliation, and as long. */
export const affiliations = z.array(z.object({ id: z.int(), name: z.string().trim().min(1).max(100) }));

export const hasCode = (tree: readonly Place[], wanted: string): boolean =>
  tree.some(({ value, children }) => value === wanted || hasCode(children, wanted));
