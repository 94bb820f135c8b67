/** What the page in the frame tells the page around it. Both are of one origin. */
export type Said = { captcha: 'ready' | 'closed' } | { captcha: 'solved'; token: string };

export const tellAround = (said: Said): void => window.parent.postMessage(said, location.origin);

/** Takes messages of the page in a frame, and of no other window. */
export function hearFrame(frame: () => HTMLIFrameElement | null, hear: (said: Said) => void): () => void {
  const heard = ({ source, origin, data }: MessageEvent) => {
    if (origin === location.origin && source !== null && source === frame()?.contentWindow) hear(data as Said);
  };
  addEventListener('message', heard);
  return () => removeEventListener('message', heard);
}
