import { PluginError } from '../../model/plugin-error.js';
import { type MessageData, unfilled } from '../../model/message.js';
import type { ProposedFix, ReportOptions, Rule, RuleContext } from '../../rules/rule.js';
import { isPlainData } from './plain.js';
import type { Plugin, PluginContext, PluginFix, PluginReport, PluginRule } from './plugin.js';
import { ask, fieldOf, GraphView, isOwnError } from './view.js';

/**
 * Adapts the rules of a plugin for `lint`. An error that a rule throws is a fault of the plugin, and the other rules
 * continue.
 */
export function rulesOf({ prefix, rules }: Plugin): readonly Rule[] {
  return rules.map((rule) => ({
    meta: {
      name: `${prefix}/${rule.name}`,
      description: rule.description,
      why: rule.why,
      consequence: 'by-plugin',
      severity: rule.severity,
      messages: rule.messages,
      links: rule.links ?? [],
      ...(rule.fixes && { fixes: rule.fixes }),
    },
    check(context) {
      try {
        const returned: unknown = rule.check(pluginContext(rule, context));
        if (returned instanceof Promise) {
          returned.catch(() => undefined); // The error is reported below.
          throw new TypeError('check is asynchronous; it must report before it returns.');
        }
        if (
          typeof returned === 'object' &&
          returned !== null &&
          Symbol.iterator in returned &&
          'next' in returned
        )
          throw new TypeError('check is a generator; it must report before it returns.');
      } catch (error) {
        throw isOwnError(error) ? error : new PluginError(prefix, error);
      }
    },
  }));
}

function pluginContext(rule: PluginRule, { graph, report }: RuleContext): PluginContext {
  return {
    graph: new GraphView(graph),
    report(at, message, data = {}, options = {}) {
      if (!Object.hasOwn(rule.messages, message))
        throw new TypeError(`"${String(message)}" is not among the messages of the rule.`);
      const field = fieldOf(at);
      const [itsData, itsOptions] = [checkedData(data), reportOptions(rule, options)];
      const [missing] = unfilled(rule.messages[message]!, itsData);
      if (missing !== undefined)
        throw new TypeError(`the data of message "${message}" have nothing for ${missing}.`);
      return ask(() => report(field, message, itsData, itsOptions));
    },
  };
}

function checkedData(data: MessageData): MessageData {
  const isShown = (value: unknown): boolean => ['string', 'number', 'undefined'].includes(typeof value);
  const isRight = Object.values(data).every(
    (value: unknown) =>
      isShown(value) || (Array.isArray(value) && value.every((one) => typeof one === 'string')),
  );
  if (!isRight) throw new TypeError('the data of a message are strings, numbers and lists of strings.');
  return { ...data };
}

function reportOptions(rule: PluginRule, { related = [], rests = [], fix }: PluginReport): ReportOptions {
  const proposed = fix && fixOf(rule, fix);
  return {
    related: related.map(({ at, message }) => ({ at: fieldOf(at), message: String(message) })),
    rests: rests.map(fieldOf),
    ...(proposed && { fix: () => proposed }),
  };
}

function fixOf({ fixes = [] }: PluginRule, { title, isUnsafe = false, writes }: PluginFix): ProposedFix {
  const safety = isUnsafe ? 'unsafe' : 'safe';
  if (!fixes.includes(safety)) throw new TypeError(`"fixes" of the rule does not have "${safety}".`);
  if (typeof title !== 'string') throw new TypeError('the title of a fix is a string.');
  return {
    title,
    isUnsafe,
    writes: writes.map(({ field, value }) => {
      if (value !== undefined && !isPlainData(value))
        throw new TypeError('a fix writes only values that YAML can express.');
      return { field: fieldOf(field), value };
    }),
  };
}
