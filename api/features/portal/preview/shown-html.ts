import { z } from 'zod';

export const html = z.object({
  html: z.string().describe('The text as the page shows it.'),
  removed: z
    .array(z.string())
    .describe('What was taken out of it: `<script>` is an element, `<a onclick>` an attribute.'),
});
