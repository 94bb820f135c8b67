import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { Names } from './match.ts';
import type { Place } from './place.ts';
import { type BlockedStep, type Blocks, holdPage, navigate, type Shown, shownNow, subscribe } from './router.ts';

/** One part of what the console shows. The component renders again only when this part changes. */
export const useShown = <Part>(part: (shown: Shown) => Part): Part =>
  useSyncExternalStore(subscribe, () => part(shownNow()));

export const usePlace = (): Place => useShown(({ place }) => place);

export const usePathname = (): string => useShown(({ place }) => place.pathname);

/** The decoded names in the address of the page. */
export const useNames = (): Names => useShown(({ names }) => names);

/** The query of the address, and its change, which is a step of the history. */
export function useQueryOfPage(): [
  URLSearchParams,
  (query: URLSearchParams | Record<string, string>, options?: Parameters<typeof navigate>[1]) => void,
] {
  const search = useShown(({ place }) => place.search);
  return [
    new URLSearchParams(search),
    (query, options) => navigate({ search: String(new URLSearchParams(query)) }, options),
  ];
}

/** A step away from this page that waits for the user, if there is one. */
export interface Held extends BlockedStep {
  stay: () => void;
}

/** Asks the user before the page is left. */
export function useHeldPage(blocks: Blocks): Held | undefined {
  const [step, setStep] = useState<BlockedStep>();
  const latest = useRef(blocks);
  latest.current = blocks;
  useEffect(() => holdPage((...places) => latest.current(...places), setStep), []);
  const stay = () => setStep(undefined);
  return (
    step && {
      stay,
      proceed() {
        stay();
        step.proceed();
      },
    }
  );
}
