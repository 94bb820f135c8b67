import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import type { Word } from '../words.ts';

/** The list of passwords is large, so this module loads with the first letter of a new password only. */
const judge = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });

const words = ['strengthNone', 'strengthWeak', 'strengthFair', 'strengthGood', 'strengthStrong'] as const;

/** How hard a password is to guess, for somebody who knows these facts about the user. */
export const strengthOf = (password: string, known: readonly string[]): Word =>
  words[judge.check(password, [...known]).score];
