import { z } from 'zod';
import { removedFrom } from '../../../core/removed-html.ts';
import { safePageHtml } from '../../../core/safe-html.ts';

export const html = z.object({
  html: z.string().describe('The text as the page shows it.'),
  removed: z
    .array(z.string())
    .describe('What was taken out of it: `<script>` is an element, `<a onclick>` an attribute.'),
});

/** What a page shows of a text, and what it leaves out. */
export function shownHtml(text: string): z.output<typeof html> {
  const safe = safePageHtml(text);
  return { html: safe, removed: text ? removedFrom(text, safe) : [] };
}
