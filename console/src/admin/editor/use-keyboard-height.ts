import { useSyncExternalStore } from 'react';

function subscribe(onChange: () => void) {
  const { visualViewport } = window;
  visualViewport?.addEventListener('resize', onChange);
  visualViewport?.addEventListener('scroll', onChange);
  return () => {
    visualViewport?.removeEventListener('resize', onChange);
    visualViewport?.removeEventListener('scroll', onChange);
  };
}

/** In Safari, the keyboard covers the foot of the page. Other browsers make the page smaller, as `index.html` asks. */
function heightOfKeyboard(): number {
  const { visualViewport, innerHeight } = window;
  // A page that is zoomed in has a small view too.
  if (!visualViewport || visualViewport.scale > 1) return 0;
  return Math.max(0, Math.round(innerHeight - visualViewport.height - visualViewport.offsetTop));
}

/** The height of the keyboard on the screen, where it covers the page. */
export const useKeyboardHeight = () => useSyncExternalStore(subscribe, heightOfKeyboard);
