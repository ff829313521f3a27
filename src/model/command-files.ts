/** Whether a file is a script: not YAML, and run by a shell, by make or by Jenkins. */
export function isScript(file: string): boolean {
  return /(?:^|\/)(?:(?:GNUm|M|m)akefile|Jenkinsfile(?:\.[\w.-]+)?|[^/]+\.(?:sh|bash|jenkinsfile))$/.test(
    file,
  );
}

const pipelines =
  /(?:^|\/)(?:\.github\/workflows\/[^/]+\.ya?ml|\.gitlab-ci\.ya?ml|\.gitlab\/[^/]+\.ya?ml|azure-pipelines[\w.-]*\.ya?ml|bitbucket-pipelines\.ya?ml|\.circleci\/config\.ya?ml)$/;

/** Whether a YAML file configures a service that runs jobs, so that it is not a manifest. */
function isPipeline(file: string): boolean {
  return pipelines.test(file);
}

/** Whether a file holds commands rather than desired state. */
export function runsCommands(file: string): boolean {
  return isScript(file) || isPipeline(file);
}
