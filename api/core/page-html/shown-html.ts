import { createHash } from 'node:crypto';
import { mostTags } from '@doorwright/crds/values/page-html.ts';
import { LRUCache } from 'lru-cache';
import { Refusal } from '../errors.ts';
import { createRoundRobinQueue } from '../work/round-robin-queue.ts';
import { runInThread } from '../work/run-in-thread.ts';
import { removedFrom } from './removed-html.ts';
import { safePageHtml } from './safe-html.ts';

export interface Shown {
  /** The text as a page shows it. */
  html: string;
  /** The names of what was taken out of it. */
  removed: string[];
}

interface Asked {
  /** The organization whose text it is. Organizations take turns. */
  organization: string;
  withRemoved?: boolean;
}

/** Below this length, the worst text takes a few milliseconds, and a thread would take longer. */
const shortText = 4_096;
const memory = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 };
const longestMs = 20_000;
/** In characters, for all results together. */
const mostKept = 16 * 2 ** 20;

const inTurn = createRoundRobinQueue({ atOnce: 1, waiting: 50 });
const kept = new LRUCache<string, Shown | 'html-too-long'>({
  maxSize: mostKept,
  sizeCalculation: (shown) => (typeof shown === 'string' ? 1 : shown.html.length + 1),
});
const underWay = new Map<string, Promise<Shown | 'html-too-long'>>();

const tooLong = () => new Refusal('html-too-long', { limit: mostTags });

async function read(key: string, text: string, { organization, withRemoved = false }: Asked) {
  const module = new URL('./thread.ts', import.meta.url);
  const work = () =>
    runInThread<Shown | 'html-too-long'>(module, { text, withRemoved }, { memory, withinMs: longestMs });
  const shown = await inTurn(organization, work).catch((cause) => {
    throw cause instanceof Refusal ? cause : new Refusal('busy', {}, { cause, retryAfterSeconds: 60 });
  });
  kept.set(key, shown);
  return shown;
}

/**
 * The safe form of an HTML text. A long text is read in a thread, because a parser takes seconds for a hostile one, and its result is kept
 * for the next reader.
 */
export async function shownHtml(text: string, asked: Asked): Promise<Shown> {
  if (!text) return { html: '', removed: [] };
  if (text.length <= shortText) {
    const html = safePageHtml(text);
    return { html, removed: asked.withRemoved ? removedFrom(text, html) : [] };
  }
  const key = `${asked.withRemoved ? 'removed ' : ''}${createHash('sha256').update(text).digest('base64')}`;
  const known = kept.get(key);
  const reading = known ?? underWay.get(key) ?? read(key, text, asked);
  if (!known && !underWay.has(key)) {
    underWay.set(key, reading as Promise<Shown>);
    (reading as Promise<Shown>).then(
      () => underWay.delete(key),
      () => underWay.delete(key),
    );
  }
  const shown = await reading;
  if (shown === 'html-too-long') throw tooLong();
  return shown;
}
