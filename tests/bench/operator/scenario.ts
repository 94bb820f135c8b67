import type { Figure } from './figures.ts';
import type { Operator } from './operator.ts';
import type { World } from './world.ts';

export interface Sizes {
  applications: number;
  /** How often a figure with a distribution is taken. */
  tries: number;
  idleMinutes: number;
  /** Secrets that are none of our business. */
  secrets: number;
  /** How many resources are changed while the API is away, and for how long it is. */
  pending: number;
  outageMinutes: number;
  cutMinutes: number;
}

/** A platform under way: scenarios run one after another on what the first of them made. */
export interface Stage {
  world: World;
  /** The one that holds the lease. */
  operator: Operator;
  sizes: Sizes;
}

export type Scenario = (stage: Stage) => Promise<Figure[]>;
