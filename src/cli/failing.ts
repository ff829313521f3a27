import { pauseSeconds } from '../kubernetes/kinds/duration.js';
import { answers, type Failing } from '../play/simulate/failing.js';
import { UsageError } from './exit.js';

/** A value of `--fail`: `METRIC[=ANSWER][@STEP|@TIME]`, where a metric may also be `TEMPLATE/METRIC`, `all` or `pods`. */
export function readFailing(text: string): Failing {
  const [, what = '', given = 'failure', from] = /^([^=@]+)(?:=([^=@]*))?(?:@(.*))?$/.exec(text) ?? [];
  const answer = answers.find((one) => one === given);
  if (what === '')
    throw new UsageError(`--fail is "${text}"; it must be a metric, all or pods, such as error-rate@2.`);
  if (!answer) throw new UsageError(`--fail is "${text}"; after = it must be one of ${answers.join(', ')}.`);
  if (what === 'pods' && text.includes('='))
    throw new UsageError(`--fail is "${text}"; pods have no result, so nothing can follow after =.`);
  return { what, answer, ...(from === undefined ? {} : fromWhen(text, from)) };
}

/** A number alone is a step; a time has a unit. */
function fromWhen(text: string, from: string): Pick<Failing, 'fromStep' | 'fromTime'> {
  if (/^\d{1,9}$/.test(from)) return { fromStep: Number(from) };
  const seconds = pauseSeconds({ value: from });
  if (seconds === undefined || seconds < 0)
    throw new UsageError(
      `--fail is "${text}"; after @ it must be the number of a step, counted from 0, or a time such as 5m.`,
    );
  return { fromTime: seconds };
}

/** A duration as manifests have it: `90`, `90s` or `1h30m`. */
export function readSeconds(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const seconds = pauseSeconds({ value: text });
  if (seconds === undefined || seconds < 0)
    throw new UsageError(`--${option} is "${text}"; it must be a duration, such as 30s or 2m.`);
  return seconds;
}
