const pad = (number: number) => String(number).padStart(2, '0');

/** The line of Casdoor 2022 in the error text. Times are UTC. */
export const errorLine = (now: Date, text: string) => {
  const day = [now.getUTCFullYear(), pad(now.getUTCMonth() + 1), pad(now.getUTCDate())].join('-');
  const time = [now.getUTCHours(), now.getUTCMinutes(), now.getUTCSeconds()].map(pad).join(':');
  return `[${day} ${time}] ${text}\n`;
};
