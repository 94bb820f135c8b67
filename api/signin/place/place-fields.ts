import { z } from 'zod';

/** The members of a form that say where its visitor is. `placeOf` reads them. */
export const placeFields = {
  application: z.string().min(1).max(100).describe('Name of the application.'),
  organization: z
    .string()
    .max(100)
    .default('')
    .describe("Organization of the user. By default it is the application's."),
};
