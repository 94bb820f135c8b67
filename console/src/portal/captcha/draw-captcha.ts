import { descriptionOf } from '@doorwright/crds/providers/described.ts';
import { type Hearer, type Place, type Settings, vendorOf } from './vendors.ts';

const pollMs = 300;
const patienceMs = 15_000;

/** Can this page draw the captcha of the type? */
export const isDrawn = (type: string): boolean => vendorOf(type) !== undefined;

/**
 * Loads the script of a vendor, and lets it draw. The script is blocked, away or slow often enough, so all of that ends in `failed` after a
 * while.
 */
export function drawCaptcha(type: string, settings: Settings, place: Place, hearer: Hearer): void {
  const vendor = vendorOf(type);
  const address = descriptionOf({ category: 'Captcha', type })?.draws?.script;
  if (!vendor || !address) return void hearer.failed();
  const script = document.createElement('script');
  const began = Date.now();
  const polling = setInterval(() => {
    const draw = vendor.draw();
    if (draw) {
      stop();
      hearer.drawn();
      draw(settings, place, hearer);
    } else if (Date.now() - began > patienceMs) fail();
  }, pollMs);
  const stop = () => clearInterval(polling);
  function fail(): void {
    stop();
    hearer.failed();
  }
  script.async = true;
  script.src = `${address}?${new URLSearchParams(vendor.query(place.language))}`;
  script.addEventListener('error', fail);
  document.head.append(script);
}
