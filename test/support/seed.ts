import fc from 'fast-check';

// One seed, so that a green commit stays green; PROPERTY_SEED=$RANDOM npm test looks elsewhere.
fc.configureGlobal({ seed: Number(process.env['PROPERTY_SEED'] ?? 20_261_121) });
