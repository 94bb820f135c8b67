import type { Figure } from './figures.ts';
import type { Operator } from './operator.ts';
import type { World } from './world.ts';

export interface Sizes {
  applications: number;
  /** The number of tries for a figure with a distribution. */
  tries: number;
  idleMinutes: number;
  /** Secrets of other programs. */
  secrets: number;
  /** The number of resources that change while the API is away, and the time that it is away. */
  pending: number;
  outageMinutes: number;
  cutMinutes: number;
}

/** A running platform. The first scenario fills it, and the others follow on it. */
export interface Stage {
  world: World;
  /** The replica with the lease. */
  operator: Operator;
  sizes: Sizes;
}

export type Scenario = (stage: Stage) => Promise<Figure[]>;
