import type { ComponentType } from 'react';
import type { Sentence } from '../words.ts';
import type { OwnAccount } from './own-account.ts';

/** The properties of a section and of its parts. */
export interface SectionProps {
  account: OwnAccount;
  /** Reads the account again after a change. */
  refresh: () => Promise<void>;
  /** Says above the section that something is done. */
  tell: (done: Sentence) => void;
}

export type LoadSection = () => Promise<ComponentType<SectionProps>>;
