import type { Faults } from '../model/fault.js';
import { type Finding, maxOfOneRule } from '../model/finding.js';
import type { Identity } from '../model/resource.js';
import type { Listener, Statement } from './statement.js';

/** What rules report while a Rollout, or a rule that goes through the graph, has its turn. */
export interface Turn {
  /** Turns of all parts in this order are those of a run of everything. */
  readonly at: number;
  readonly statements: readonly Recorded[];
}

/** A statement that was heard. */
export interface Recorded extends Omit<Statement, 'finding'> {
  /** Undefined for what was said before. */
  readonly finding: Finding | undefined;
  /** Whether it can only be counted: there are as many of its rule as are kept of one object. */
  readonly isCounted: boolean;
}

/** Keeps what rules report, for whoever hears the other parts as well. */
export class Record implements Listener {
  readonly turns: Turn[] = [];
  private readonly known = new Set<string>();
  private readonly counts = new Map<Identity, Map<string, number>>();
  private readonly byTurn = new Map<number, Recorded[]>();
  private at = -1;
  private readonly failing: number[] = [];

  constructor(private readonly faults: Faults) {}

  /** By whose turn each fault was met, in their order; -1 for those of reading. */
  get faultTurns(): readonly number[] {
    this.noteFaults();
    return this.failing;
  }

  private noteFaults(): void {
    while (this.failing.length < this.faults.count) this.failing.push(this.at);
  }

  turn(at: number): void {
    this.noteFaults();
    this.at = at;
    if (this.byTurn.has(at)) return;
    const statements: Recorded[] = [];
    this.byTurn.set(at, statements);
    this.turns.push({ at, statements });
  }

  take(statement: Statement): void {
    const isNew = !this.known.has(statement.key);
    this.known.add(statement.key);
    const finding = isNew ? statement.finding?.() : undefined;
    const isCounted = finding !== undefined && !statement.yielding && this.count(finding) > maxOfOneRule;
    this.byTurn.get(this.at)?.push({ ...statement, finding, isCounted });
  }

  /** How many there are of a rule and an object, with this one. */
  private count({ rule, severity, resource }: Finding): number {
    if (!resource) return 0;
    let counts = this.counts.get(resource);
    if (!counts) this.counts.set(resource, (counts = new Map<string, number>()));
    const key = `${severity} ${rule}`;
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count;
  }
}
