import { parentPort, workerData } from 'node:worker_threads';
import { Refusal } from '../errors.ts';
import { removedFrom } from './removed-html.ts';
import { safePageHtml } from './safe-html.ts';
import type { Shown } from './shown-html.ts';

// Runs in a thread with its own memory, because a megabyte takes seconds and must not delay other requests.
function answer({ text, withRemoved }: { text: string; withRemoved: boolean }): Shown | 'html-too-long' {
  try {
    const html = safePageHtml(text);
    return { html, removed: withRemoved ? removedFrom(text, html) : [] };
  } catch (error) {
    if (error instanceof Refusal && error.code === 'html-too-long') return error.code;
    throw error;
  }
}

parentPort?.postMessage(answer(workerData));
