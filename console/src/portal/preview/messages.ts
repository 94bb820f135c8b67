import type { Product } from '@doorwright/crds/kinds/product.ts';
import type { Application } from '../page.ts';
import type { Channel } from '../shop/channels.ts';

export const previewPages = ['signin', 'signup', 'prompt', 'consent', 'mail'] as const;
export type PreviewPage = (typeof previewPages)[number];

/** What the editor wants to see: a page of an application with unsaved values. */
export interface ApplicationDraft {
  page: PreviewPage;
  theme: 'light' | 'dark';
  application: Application;
  /** The application's own HTML, which the server made harmless. */
  html: Readonly<Record<'signin' | 'signup', string>>;
  /** A letter, as the server writes it. */
  mail?: { title: string; content: string } | undefined;
}

/** The page of a product with unsaved values. */
export interface ProductDraft {
  page: 'buy';
  theme: 'light' | 'dark';
  product: Product;
  channels: Channel[];
}

export type Draft = ApplicationDraft | ProductDraft;

interface Asking {
  preview: 'ready';
}

const isAsking = (data: unknown): data is Asking => (data as Partial<Asking> | null)?.preview === 'ready';

/** Hears the frame that is ready for its first draft. Its sandbox has no origin, so only its window says who it is. */
export function hearReady(frame: () => HTMLIFrameElement | null, ready: () => void): () => void {
  const heard = ({ source, data }: MessageEvent) => {
    if (source !== null && source === frame()?.contentWindow && isAsking(data)) ready();
  };
  addEventListener('message', heard);
  return () => removeEventListener('message', heard);
}

/** No other origin fits a sandbox. The policy of the console lets a frame show our own pages only. */
export const show = (frame: HTMLIFrameElement | null, draft: Draft): void =>
  frame?.contentWindow?.postMessage({ draft }, '*');

/** Asks the page around the frame for drafts, and takes messages of no other window and no other site. */
export function hearDrafts(take: (draft: Draft) => void): () => void {
  const heard = ({ source, origin, data }: MessageEvent) => {
    if (source === window.parent && origin === location.origin && data?.draft) take(data.draft as Draft);
  };
  addEventListener('message', heard);
  window.parent.postMessage({ preview: 'ready' } satisfies Asking, location.origin);
  return () => removeEventListener('message', heard);
}
