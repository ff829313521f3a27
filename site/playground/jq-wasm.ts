/** jq is as large as everything else. */
export { loadJq } from 'jq-wasm/inline';
