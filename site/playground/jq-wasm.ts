/** jq is as large as all else. */
export { loadJq } from 'jq-wasm/inline';
